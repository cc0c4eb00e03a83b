"""The text of the long rules page (`rules.whot.book.rules_page`): one function a chapter.

A chapter is a run of paragraphs (rule, sentence, option it tells or None). Only what applies in the
game at hand is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.phrases import duration
from rules.whot.book_parts import Paragraph, chosen, has_special_numbers, punishes, stacks, timed
from rules.whot.book_special import special_cards
from rules.whot.cards import PACKS, Kind, Shape
from rules.whot.option_words import rule_of, without_effect
from rules.whot.options import PLAYERS, Options, usual_game_clock

TITLES = {
    "cards": _("The cards"),
    "setup": _("Before the first turn"),
    "turn": _("Your turn"),
    "special": _("Special cards"),
    "last_card": _("The last card"),
    "market": _("When the market is empty"),
    "end": _("The end and the points"),
    "time": _("Time, misses and leaving"),
    "several": _("Several games"),
}


def chapters(options: Options, seats: int | None) -> list[tuple[str, Message, list[Paragraph]]]:
    """Key, title and paragraphs of each chapter, in order of play."""
    texts = {
        "cards": _cards(options),
        "setup": _setup(options, seats),
        "turn": _turn(options),
        "special": special_cards(options, seats),
        "last_card": _last_card(options),
        "market": _market(options, seats),
        "end": _end(options),
        "time": _time(options),
        "several": _several(options),
    }
    return [(key, Message(TITLES[key]), list(text)) for key, text in texts.items()]


def _cards(options: Options) -> Iterator[Paragraph]:
    yield "W1.1", say(_("There are five shapes: circle, triangle, cross, square and star.")), None
    yield (
        "W1.2",
        say(
            _("Circles and triangles have the numbers %(long)s, crosses and squares %(middle)s, stars %(short)s."),
            long=_numbers(Shape.CIRCLE),
            middle=_numbers(Shape.CROSS),
            short=_numbers(Shape.STAR),
        ),
        None,
    )
    if options.no_whot:
        yield "W1.4", say(_("All Whots, the cards marked 20, are left out.")), "no_whot"
    else:
        text = say(_("Every pack has five Whots, the cards marked 20."))
        yield "W1.2", text, "no_whot"
    size = len(PACKS[options.pack])
    if options.wild2:
        text = say(
            _(
                "Two packs are shuffled together, and for each a Discard All and a Reverse of "
                "every shape and two Wild Punches: %(count)s cards in all."
            ),
            count=size,
        )
        yield "W1.5", text, "wild2"
    elif options.packs == 2:
        text = say(_("Two packs are shuffled together: %(count)s cards in all."), count=size)
        yield "W1.6", text, "packs"
    else:
        yield "W1.6", say(_("One pack is used: %(count)s cards."), count=size), "packs"
    if options.packs == 2 or not options.no_whot:
        yield (
            "W1.7",
            say(_("Equal cards do the same; which of them is played never matters.")),
            None,
        )


def _numbers(shape: Shape) -> str:
    numbers = {c.number for c in PACKS["whot54"] if c.shape is shape and c.kind is Kind.NUMBER}
    return " ".join(str(number) for number in sorted(n for n in numbers if n is not None))


def _setup(options: Options, seats: int | None) -> Iterator[Paragraph]:
    fewest, most = PLAYERS[options.preset]
    if seats is None:
        yield "W2.1", say(_("%(fewest)s to %(most)s people play."), fewest=fewest, most=most), None
    else:
        yield "W2.1", say(_("%(seats)s people play."), seats=seats), None
    dealt = say(
        _("Everybody is dealt %(count)s cards, one at a time; one more is turned up to start."),
        count=options.hand_size,
    )
    yield "W2.2", dealt, "hand_size"
    if seats is not None:
        remain = len(PACKS[options.pack]) - seats * options.hand_size - 1
        yield "W2.3", say(_("The other %(count)s lie face down as the market."), count=remain), None
    else:
        yield "W2.3", say(_("The others lie face down as the market.")), None
    yield "W2.4", say(_start_card(options)), "start_card"
    if options.wild2 and options.start_card == "not_wild" and seats != 2:
        text = _(
            "A Reverse that starts turns play round, unless only two play: the player to the "
            "dealer's right begins, and play runs to the right."
        )
        yield "W2.4", say(text), None
    text = _("Lots are drawn for who begins the first game; after that the start moves one seat a game.")
    yield "W2.5", say(text), None


def _start_card(options: Options) -> str:
    if options.start_card == "plain":
        return _(
            "The first card without an effect starts; those turned up before it go under the "
            "market in the order they came."
        )
    special = has_special_numbers(options)
    if options.no_whot:
        return (
            _("Any card may start. A special card that starts has no effect.") if special else _("Any card may start.")
        )
    if not special:
        return _("Any card but a wild may start; wilds turned up before it go under the market.")
    return _(
        "Any card but a wild may start; wilds turned up before it go under the market. A special "
        "number that starts has no effect."
    )


def _turn(options: Options) -> Iterator[Paragraph]:
    if options.no_whot:
        text = _("Play one card of the same shape or number as the one on top.")
    elif options.wild2:
        text = _("Play one card of the same shape or number as the one on top, or a wild: a Whot or a Wild Punch.")
    else:
        text = _("Play one card of the same shape or number as the one on top, or a Whot.")
    yield "W3.1", say(text), None
    yield rule_of(options, "after_draw"), Message(_after_draw(options)), "after_draw"
    yield chosen(
        options,
        "draw_when_able",
        {
            True: _("You may go to market while you hold a card that fits."),
            False: _("You may go to market only when none of your cards fits."),
        },
    )
    if stacks(options) and not options.draw_when_able:
        yield "W3.3", say(_("What is owed may be picked at any time, fitting card or not.")), None
    if options.market_empty == "reshuffle":
        yield "W3.3", say(_("With nothing left to draw, whoever can play must.")), None
    text = _("A move against the rules changes nothing; you are told which rule forbids it.")
    yield "W3.5", say(text), None
    yield "W3.6", say(_("The site never plays a card in your place.")), None


def _after_draw(options: Options) -> str:
    if options.after_draw == "pass":
        return _("Or go to market: you draw one card, and your turn is over even when it fits.")
    if punishes(options) and timed(options):
        return _(
            "Or go to market: you draw one card, and may play that very card if it fits; otherwise you pass and keep "
            "it. This does not hold for cards picked as a penalty or drawn because time ran out."
        )
    if punishes(options):
        return _(
            "Or go to market: you draw one card, and may play that very card if it fits; otherwise you pass and keep "
            "it. This does not hold for cards picked as a penalty."
        )
    if timed(options):
        return _(
            "Or go to market: you draw one card, and may play that very card if it fits; otherwise you pass and keep "
            "it. This does not hold for a card drawn because time ran out."
        )
    return _(
        "Or go to market: you draw one card, and may play that very card if it fits; otherwise you pass and keep it."
    )


def _last_card(options: Options) -> Iterator[Paragraph]:
    if options.last_card_call == "penalty2":
        text = _(
            "A play that leaves you one card must carry the words “last card”, every time. Left "
            "out, it costs two cards, drawn after the effect of the card you played."
        )
        yield "W5.1", say(text), "last_card_call"
        text = _("Saying it without need costs nothing, and with your very last card none is due.")
        yield "W5.1", say(text), None
        yield "W5.2", say(_("Everybody is told that it was said, or that it was not.")), None
        text = _("First the card takes effect, then the two cards are drawn, then the turn moves.")
        yield "W4.14", say(text), None
    elif options.last_card_call == "auto":
        text = _("When one card is left to you, “last card” is said for you and everybody is told.")
        yield "W5.2", say(text), "last_card_call"
    else:
        yield "W5.2", say(_("Nothing has to be said about a last card.")), "last_card_call"


def _market(options: Options, seats: int | None) -> Iterator[Paragraph]:
    if options.market_empty == "count":
        text = _(
            "The market is never refilled. Whoever draws its last card ends the game at once, and "
            "the hands are counted. What is still to be drawn then is cancelled."
        )
        yield "W6.2", say(text), "market_empty"
        return
    if options.max_refills != 0:
        yield "W6.1", say(_rollover(options)), "market_empty"
    yield "W6.5", _refills(options), "max_refills"
    if "penalty_short" not in without_effect(options, seats):
        yield "W6.3", say(_short(options)), "penalty_short"
    text = _(
        "With nothing to draw and nothing to refill from, you pass without a card. When all in "
        "turn have done so, or nobody can play, the game is blocked and the hands are counted."
    )
    yield "W6.4", say(text), None


def _rollover(options: Options) -> str:
    if options.no_whot:
        return _(
            "When a card is needed and the market is empty, the pile under the top card is "
            "shuffled into a new one. The top card stays."
        )
    return _(
        "When a card is needed and the market is empty, the pile under the top card is "
        "shuffled into a new one. The top card stays, and so does a called shape."
    )


def _refills(options: Options) -> Message:
    if options.max_refills is None:
        return say(_("The market is refilled as often as it takes."))
    if options.max_refills == 0:
        return say(_("The market is never refilled: the first card it lacks ends the game."))
    if options.max_refills == 1:
        return say(_("It is refilled once; the next need of cards ends the game and hands count."))
    return say(
        _("It is refilled %(count)s times; the next need of cards ends the game and hands count."),
        count=options.max_refills,
    )


def _short(options: Options) -> str:
    if options.penalty_short == "refill":
        if options.max_refills == 0:
            return _("A pick larger than the market ends the game when the first card is lacking.")
        return _("A pick larger than the market goes on after the refill.")
    if options.max_refills == 0:
        return _(
            "A pick larger than the market takes what is there, and the rest is cancelled; a turn "
            "lost with it stays lost. Where the market is empty already, the game ends."
        )
    return _(
        "A pick larger than the market takes what is there, and the rest is cancelled; a turn "
        "lost with it stays lost. A market already empty is refilled first."
    )


def _end(options: Options) -> Iterator[Paragraph]:
    yield "W7.1", say(_("Who plays the last card in hand first has won, at once.")), None
    if options.clock:
        time = duration(options.game_clock or usual_game_clock(options.turn_clock))
        lasts = say(
            _(
                "A game lasts %(time)s at most, from the deal; pauses and outages do not count. "
                "When they are over the lowest hand wins."
            ),
            time=time,
        )
        yield "W7.2", lasts, "game_clock" if options.game_clock is not None else "clock"
    else:
        yield "W7.2", say(_("No clock runs for the game as a whole.")), "clock"
    yield chosen(
        options,
        "score",
        {
            "star_double": _("A card left in hand counts its number, a star twice its number."),
            "face": _("A card left in hand counts its number, stars no more than others."),
        },
    )
    if options.wild2:
        text = _("A Whot or a Wild Punch counts 20, a Discard All 15, a Reverse 10.")
        yield "W7.3", say(text), None
    elif not options.no_whot:
        yield "W7.3", say(_("A Whot counts 20.")), None
    text = _(
        "The fewer points, the better the place. Between equal points the one with fewer cards is "
        "ahead; if those are equal too, the place is shared."
    )
    yield "W7.4", say(text), None
    text = _(
        "A game that no person is left in, or that staff call off, is abandoned: it is ranked as it "
        "stands, stakes are returned, and no standing counts it."
    )
    yield "W7.5", say(text), None


def _time(options: Options) -> Iterator[Paragraph]:
    if options.timeout == "none":
        yield "W8.1", say(_("Turns are not timed, and no turn can be missed.")), "timeout"
    elif options.turn_clock is None:
        yield "W8.5", say(_("Turns are not timed, unless the table sets a clock.")), "turn_clock"
    else:
        yield "W8.5", say(_("A turn may take %(time)s."), time=duration(options.turn_clock)), "turn_clock"
        yield from _misses(options)
    if stacks(options):
        text = _(
            "Who leaves is out at once, ranks below all who stay, and the hand leaves play. A pick aimed "
            "at the leaver lapses. A stake stays in the pot."
        )
    else:
        text = _(
            "Who leaves is out at once, ranks below all who stay, and the hand leaves play. A stake stays in the pot."
        )
    yield "W8.3", say(text), None
    yield "W8.4", say(_("The last player left wins.")), None


def _misses(options: Options) -> Iterator[Paragraph]:
    yield "W8.1", say(_timeout(options)), "timeout"
    if options.max_missed == 0:
        yield "W8.2", say(_("No number of misses puts a player out.")), "max_missed"
        return
    if options.max_missed == 1:
        yield "W8.2", say(_("The first miss puts a player out, without drawing.")), "max_missed"
    else:
        text = _("%(count)s misses in a row put a player out, at the last of them and without drawing.")
        yield "W8.2", say(text, count=options.max_missed), "max_missed"
        text = _("A move of your own sets the count back. A turn lost to a card is neither a miss nor a move.")
        yield "W8.2", say(text), None
    if options.excused_misses == 1:
        text = _("One miss of each player is excused: it draws as usual but is not counted.")
        yield "W8.1", say(text), "excused_misses"
    elif options.excused_misses:
        text = _("%(count)s misses of each player are excused: they draw as usual but are not counted.")
        yield "W8.1", say(text, count=options.excused_misses), "excused_misses"


def _timeout(options: Options) -> str:
    if options.max_missed == 1 and options.excused_misses == 0:  # W8.2: that one eliminates without a draw
        return _("To run out of time is a miss.")
    if stacks(options):
        return _("A player whose time runs out goes to market, or picks what is owed. That is a miss.")
    return _("A player whose time runs out goes to market. That is a miss.")


def _several(options: Options) -> Iterator[Paragraph]:
    if options.preset == "002":
        yield "W9.4", say(_("One game makes a match.")), None
        return
    text = _(
        "A table may agree on several games: each adds the points left in hand to a tally, and the "
        "lowest tally wins after the last one."
    )
    yield "W9.1", say(text), None
    text = _("The standing may be seen at any time; there is a winner only after the last game.")
    yield "W9.2", say(text), None
    text = _("A player who went out adds the points held then, and at least as many as the worst hand at the end.")
    yield "W9.5", say(text), None
