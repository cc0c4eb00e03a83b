"""Templates of the game screen as Python functions: the same bytes as Django's own way of drawing them, in a quarter
of the time. A table is drawn at every move for everybody who looks at it.

    render("games/_panel.html", {"page": page})

A function is made once for a template and a language, from the template as Django has parsed it; texts to be
translated are constants in it. It knows the tags that the hot templates use; any other tag in them is drawn by Django
in its place, from the same context. Only faults are told otherwise: without the template's line, and one inside of a
comparison of `{% if %}` is not taken for "no". Under DEBUG, where templates change, Django draws.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.template import Context, Engine, Template, VariableDoesNotExist
from django.template.base import (
    Node,
    NodeList,
    TextNode,
    Variable,
    VariableNode,
    render_value_in_context,
)
from django.template.defaultfilters import length
from django.template.defaulttags import CommentNode, ForNode, IfNode, LoadNode, TemplateLiteral
from django.template.loader import render_to_string
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as in_this_language  # `messages` finds the texts in the templates

from .templatetags.once import OnceNode

Function = Callable[[Context, Callable[[str], None]], None]
COMPARISONS = {"==", "!=", ">", ">=", "<", "<=", "in", "not in", "is", "is not"}
MISSING: Any = type("Missing", (), {"__bool__": lambda self: False})()  # what is not there, until it is asked for


def render(name: str, values: Mapping[str, Any]) -> SafeString:
    """As Django's `render_to_string` without a request."""
    if settings.DEBUG:
        return render_to_string(name, dict(values))
    return drawn(_template(Engine.get_default(), name), values)


def drawn(template: Template, values: Mapping[str, Any]) -> SafeString:
    """As `template.render(Context(values))`."""
    context, parts = Context(dict(values)), list[str]()
    with context.render_context.push_state(template), context.bind_template(template):
        _function(template, get_language())(context, parts.append)
    return SafeString("".join(parts))


# -- what a function calls -----------------------------------------------------------------------------------


@lru_cache(64)
def _template(engine: Engine, name: str) -> Template:
    return engine.get_template(name)


@lru_cache(256)
def _function(template: Template, language: str | None) -> Function:
    """`language` is the one that is active."""
    return _Maker(language).function(template)


def _include(name: Any, language: str | None, context: Context, write: Callable[[str], None]) -> None:
    assert context.template is not None
    _function(_template(context.template.engine, name), language)(context, write)


@lru_cache(1024)
def _by_attributes(kind: Any) -> bool:
    """Whether Django too would find the attributes of such an object before anything else."""
    return not hasattr(kind, "__getitem__") or issubclass(kind, tuple) or getattr(kind, "items_are_attributes", False)


def _at(current: Any, bit: str) -> Any:
    """What `.bit` behind a variable stands for; MISSING."""
    if current is None or current is MISSING:
        return MISSING
    kind: Any = type(current)
    if _by_attributes(kind):
        try:
            found = getattr(current, bit)
        except Exception:
            return _by_django(current, bit)
        return _by_django(current, bit) if callable(found) else found
    return _by_django(current, bit)


def _nth(current: Any, bit: str) -> Any:
    if type(current) in (tuple, list):
        place = int(bit)
        if place >= len(current):
            return MISSING
        return _by_django(current, bit) if callable(current[place]) else current[place]
    return _at(current, bit)


def _root(context: Context, name: str) -> Any:
    for known in reversed(context.dicts):
        if name in known:
            found = known[name]
            return _by_django(context, name) if callable(found) else found
    return MISSING


@lru_cache(1024)
def _variable(*lookups: str) -> Variable:
    variable = Variable("found")
    variable.lookups = lookups
    return variable


def _by_django(current: Any, bit: str) -> Any:
    """The same in all its ways: items, methods, numbers."""
    context = current
    if isinstance(current, Context):
        variable = _variable(bit)
    else:
        variable, context = _variable("found", bit), Context({"found": current})
        context.template = SimpleNamespace(engine=Engine.get_default())  # type: ignore[assignment]
    try:
        return variable.resolve(context)
    except VariableDoesNotExist:
        return MISSING


def _text(value: Any, context: Context) -> str:
    kind = type(value)
    if kind is str:
        return escape(value)
    if kind is SafeString:
        return str(value)
    if value is MISSING:
        return ""
    if kind is int and 0 <= value < 1000:  # longer ones are written as the language does
        return str(value)
    return render_value_in_context(value, context)


def _or(value: Any, otherwise: Any) -> Any:
    return otherwise if value is MISSING else value


def _compared(how: str, one: Any, other: Any) -> Any:
    try:
        return _COMPARE[how](one, other)
    except Exception:
        return False


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
    "is": lambda one, other: one is other,
    "is not": lambda one, other: one is not other,
}


def _listed(values: Any) -> Any:
    if values is None or values is MISSING:
        return ()
    return values if hasattr(values, "__len__") else list(values)


def _once(node: OnceNode, context: Context, values: list[Any], language: str | None) -> str:
    for place, value in enumerate(values):
        if value is MISSING or callable(value):
            values[place] = node.named[place][1].resolve(context)
    return node.drawn_for(context, values, language)


def _loop(number: int, length: int, parent: Any) -> dict[str, Any]:
    return {
        "parentloop": parent, "counter0": number, "counter": number + 1, "revcounter": length - number,
        "revcounter0": length - number - 1, "first": number == 0, "last": number == length - 1,
    }  # fmt: skip


# -- making one ----------------------------------------------------------------------------------------------


class _Other(Exception):
    """Django has to draw this one."""


class _Maker:
    """Writes the Python of one template, in the language that is active."""

    def __init__(self, language: str | None) -> None:
        self.language = language
        self.lines: list[str] = []
        self.constants: dict[str, Any] = {
            made.__name__: made for made in (_at, _nth, _root, _text, _or, _compared, _listed, _once, _loop, _include)
        }
        self.text: list[str] = []  # that is still to be written
        self.deep = 1
        self.loops = 0
        self.names: dict[str, str] = {}  # variables of Python for those of loops
        self.roots: set[str] = set()  # variables that nothing in the template changes: looked up once

    def function(self, template: Template) -> Function:
        self.assigned, self.counted = _assigned(template.nodelist), "forloop" in template.source
        self.nodes(template.nodelist)
        self._flush()
        roots = [f"    v_{name} = _root(context, {name!r})" for name in sorted(self.roots)]
        source = "\n".join(["def drawn(context, write):", *roots, *self.lines, "    return None"])
        exec(compile(source, f"<{template.name}>", "exec"), self.constants)  # noqa: S102  # from our own templates
        made: Function = self.constants["drawn"]
        return made

    def nodes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            kept = len(self.lines), list(self.text), self.deep, dict(self.names)
            try:
                _KNOWN.get(type(node), _Maker.other)(self, node)
            except _Other:
                lines, self.text, self.deep, self.names = kept
                del self.lines[lines:]
                self.other(node)

    def other(self, node: Any) -> None:
        self._write(f"{self._constant(node)}.render_annotated(context)")

    def plain(self, node: TextNode) -> None:
        self.text.append(node.s)

    def nothing(self, node: Node) -> None:
        pass

    def variable(self, node: Any) -> None:
        self._write(f"_text({self.value(node.filter_expression)}, context)")

    def translated(self, node: Any) -> None:
        if node.asvar or node.message_context or node.filter_expression.filters:
            raise _Other
        if not isinstance(node.filter_expression.var, Variable) or node.filter_expression.var.literal is None:
            raise _Other
        self.text.append(node.render(Context()))

    def block_translated(self, node: Any) -> None:
        if node.asvar or node.message_context or node.plural:
            raise _Other
        singular, names = node.render_token_list(node.singular)
        said = in_this_language(singular)
        try:
            said % dict.fromkeys(names, "")
        except (KeyError, ValueError):
            raise _Other from None
        given = {name: self.value(value) for name, value in node.extra_context.items()}
        values = [f"{name!r}: _text({given.get(name) or self._name(name)}, context)" for name in names]
        self._write(f"{said!r} % {{{', '.join(values)}}}")

    def condition(self, node: Any) -> None:
        self._flush()
        tests = [None if test is None else self.test(test) for test, _nodes in node.conditions_nodelists]
        for number, (test, (_test, nodes)) in enumerate(zip(tests, node.conditions_nodelists, strict=True)):
            if test is None:
                self._line("else:" if number else "if True:")
            else:
                self._line(f"{'elif' if number else 'if'} {test}:")
            self._block(nodes)

    def loop(self, node: Any) -> None:
        if len(node.loopvars) != 1 or node.is_reversed or node.nodelist_empty:
            raise _Other
        self._flush()
        name, before, self.loops = node.loopvars[0], dict(self.names), self.loops + 1
        item, values, frame, place, parent = (f"{part}{self.loops}" for part in ("item", "values", "frame", "at", "up"))
        self._line(f"{values} = _listed({self.value(node.sequence, None)})")
        counted = self.counted or any(type(one) not in _PLAIN for one in node.nodelist_loop.get_nodes_by_type(Node))
        if counted:  # what Django draws inside, or another template, may ask for it
            self._line(f"{parent} = context.get('forloop', {{}})")
        self._line(f"{frame} = {{}}; context.dicts.append({frame})")
        self._line(f"for {place}, {item} in enumerate({values}):")
        self.deep += 1
        self._line(f"{frame}[{name!r}] = {item}")
        if counted:
            self._line(f"{frame}['forloop'] = _loop({place}, len({values}), {parent})")
        self.deep -= 1
        self.names[name] = item
        self._block(node.nodelist_loop)
        self.names = before
        self._line("context.dicts.pop()")

    def included(self, node: Any) -> None:
        if node.isolated_context or str(node.template).strip("\"'").startswith("."):
            raise _Other
        name = self.value(node.template, None)
        self._flush()
        values = ", ".join(f"{key!r}: {self.value(value)}" for key, value in node.extra_context.items())
        if values:
            self._line(f"context.dicts.append({{{values}}})")
        self._line(f"_include({name}, {self.language!r}, context, write)")
        if values:
            self._line("context.dicts.pop()")

    def once(self, node: Any) -> None:
        values = ", ".join(self._path(path) for path, _expression in node.named)
        self._write(f"_once({self._constant(node)}, context, [{values}], {self.language!r})")

    # -- expressions ---------------------------------------------------------------------------------------

    def value(self, expression: Any, otherwise: str | None = "") -> str:
        """Python for the value; for `otherwise` where it is missing, if it has filters."""
        if any(lookup for _filter, arguments in expression.filters for lookup, _argument in arguments):
            raise _Other
        var = expression.var
        if not isinstance(var, Variable):
            found = self._constant(var)
        elif var.translate:
            raise _Other
        elif var.lookups is None:
            found = self._constant(var.literal)
        else:
            found = f"_or({self._path(var.lookups)}, {otherwise!r})"
        for made, arguments in expression.filters:
            special = ("expects_localtime", "needs_autoescape", "is_safe")
            if any(getattr(made, name, False) for name in special):
                raise _Other
            given = [found, *(self._constant(SafeString(value)) for _lookup, value in arguments)]
            found = f"{self._constant(made)}({', '.join(given)})"
        return found

    def test(self, condition: Any) -> str:
        if isinstance(condition, TemplateLiteral):
            return self.value(condition.value, None)  # MISSING is as false as None
        how: str = condition.id
        one: Any = condition.first
        other: Any = condition.second
        for operand in (one, other):
            value: Any = operand.value if isinstance(operand, TemplateLiteral) else None
            if value is not None and {made for made, _given in value.filters} - {length}:
                raise _Other  # an error in a filter would make this false
        if how == "not":
            return f"(not {self.test(one)})"
        if how in ("and", "or"):
            return f"({self.test(one)} {how} {self.test(other)})"
        if how not in COMPARISONS:
            raise _Other
        return f"_compared({how!r}, {self.test(one)}, {self.test(other)})"

    def _path(self, lookups: Sequence[str]) -> str:
        found = self._name(lookups[0])
        for bit in lookups[1:]:
            found = f"{'_nth' if bit.isdigit() else '_at'}({found}, {bit!r})"
        return found

    def _name(self, name: str) -> str:
        if name in self.names:
            return self.names[name]
        if name in self.assigned:
            return f"_root(context, {name!r})"
        self.roots.add(name)
        return f"v_{name}"

    # -- lines ---------------------------------------------------------------------------------------------

    def _constant(self, value: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.deep + text)

    def _write(self, source: str) -> None:
        self._flush()
        self._line(f"write({source})")

    def _flush(self) -> None:
        text, self.text = "".join(self.text), []
        if text:
            self._line(f"write({text!r})")

    def _block(self, nodes: Sequence[Node]) -> None:
        self.deep += 1
        begun = len(self.lines)
        self.nodes(nodes)
        self._flush()
        if len(self.lines) == begun:
            self._line("pass")
        self.deep -= 1


_KNOWN: dict[type, Callable[[Any, Any], None]] = {
    TextNode: _Maker.plain,
    LoadNode: _Maker.nothing,
    VariableNode: _Maker.variable,
    TranslateNode: _Maker.translated,
    BlockTranslateNode: _Maker.block_translated,
    CommentNode: _Maker.nothing,
    IfNode: _Maker.condition,
    ForNode: _Maker.loop,
    IncludeNode: _Maker.included,
    OnceNode: _Maker.once,
}
_PLAIN = set(_KNOWN) - {IncludeNode}


def _assigned(nodes: NodeList) -> set[str]:
    """Names that some tag may give a value to: whatever stands in it as a word."""
    found = {"forloop"}
    for node in nodes.get_nodes_by_type(Node):
        for value in () if isinstance(node, TextNode) else vars(node).values():
            words = value if isinstance(value, list | tuple | dict) else [value]
            found.update(word for word in words if isinstance(word, str))
    return found
