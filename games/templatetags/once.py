"""`{% once card page.step %}...{% endonce %}`: a part of a template that is drawn once for the same values, and then
remembered by this process. The cards of a hand and the players around a table look alike in thousands of pushes.

Inside, nothing exists but what is named: a part can't show anything that it is not remembered by, and asking an object
for another attribute is an error. What is named has to be told apart by its `repr`: texts, numbers, named tuples of
those, no rows of the database. Times of day do not belong there: a part is remembered by language, not by time zone.
"""

from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..markup import squeezed

register = template.Library()
MOST = 2000  # remembered by one part; then it begins anew


class NotNamed(Exception):
    """A part asks for what it is not remembered by."""


class Named(dict[str, Any]):
    """What of an object a part may see."""

    def __missing__(self, name: str) -> Any:
        raise NotNamed(f"{name} is used inside of a part that is drawn once, and not named by it")


def _value(context: Context, path: list[str], expression: FilterExpression) -> Any:
    """What a name of the tag stands for: as a template finds it, but attributes come first: that is faster."""
    try:
        value = context[path[0]]
        for name in path[1:]:
            value = getattr(value, name)
    except (KeyError, AttributeError):
        return expression.resolve(context)
    return expression.resolve(context) if callable(value) else value


class OnceNode(template.Node):
    def __init__(self, named: list[tuple[list[str], FilterExpression]], nodes: template.NodeList) -> None:
        self.named, self.nodelist = named, nodes
        self.drawn: dict[Any, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = [_value(context, path, expression) for path, expression in self.named]
        return self.drawn_for(context, values, get_language())

    def drawn_for(self, context: Context, values: list[Any], language: str | None) -> SafeString:
        """The part with these values for its names, in the language that is active."""
        safe = [isinstance(value, SafeString) for value in values]  # looks like any other text
        key = (language, context.autoescape, repr(values), *safe)
        found = self.drawn.get(key)
        if found is None:
            found = SafeString(squeezed(self.nodelist.render(context.new(self._visible(values)))))
            if len(self.drawn) >= MOST:
                self.drawn.clear()
            self.drawn[key] = found
        return found

    def _visible(self, values: list[Any]) -> dict[str, Any]:
        visible: dict[str, Any] = Named()
        for (path, _expression), value in zip(self.named, values, strict=True):
            inside = visible
            for name in path[:-1]:
                inside = inside.setdefault(name, Named())
            inside[path[-1]] = value
        return visible


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Names are variables or attributes of variables, without filters; none: it is always the same."""
    names = token.split_contents()[1:]
    nodes = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode([(name.split("."), parser.compile_filter(name)) for name in names], nodes)
