"""What the chapters of the rules page share: a paragraph, and what is there to be told of at all."""

from __future__ import annotations

from typing import TypeAlias

from rules.core import Message
from rules.whot.option_words import rule_of
from rules.whot.options import Options

Paragraph: TypeAlias = tuple[str, Message, str | None]
"""Rule, sentence, and the option it tells (None: there is no choice)."""


def stacks(options: Options) -> bool:
    """Can a pick stand open for the next seat to answer (W4.2)?"""
    return "stack" in (options.pick2, options.pick3)


def punishes(options: Options) -> bool:
    """Are there cards to pick at all, besides the one from market (W4.2, W4.5, W5.1)?"""
    return (options.pick2, options.pick3) != ("off", "off") or options.last_card_call == "penalty2"


def timed(options: Options) -> bool:
    """Can a turn run out (W8.1, W8.5)?"""
    return options.turn_clock is not None and options.timeout != "none"


def has_special_numbers(options: Options) -> bool:
    """Has any number an effect (W4)?"""
    effects = (options.hold_on, options.pick2, options.pick3, options.general_market)
    return options.suspension or options.reverse7 or any(effect != "off" for effect in effects)


def chosen(options: Options, name: str, texts: dict[object, str]) -> Paragraph:
    """The paragraph for the value an option has."""
    return rule_of(options, name), Message(texts[getattr(options, name)]), name
