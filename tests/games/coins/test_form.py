"""The form for a table chooses what a table for coins needs (W9.4, E1, E4), and nothing that somebody chose there."""

from urllib.parse import parse_qs

import pytest
from django.urls import reverse

from accounts.models import User
from games import coin_form, forms
from games.models import Table
from games.services import usual
from games.services.rules_of_table import TableRules
from rules.house_rules import BOOKS
from tests.games.pages import FORM, browser, text, value_of

from .purses import rich

pytestmark = pytest.mark.django_db
BEFORE = TableRules(
    preset="003", seats=5, options={"hold_on": "off", "turn_clock": 300}, games=5, fill_bots=True, takeover=True
)
STAKE = {"coins": "stake", "coin_amount": "300"}


def host_of_five() -> User:
    """Somebody whose last table was a match of five games for five, with computer players and a house rule."""
    person = rich("Adaeze", 5_000)
    usual.remember(person, BEFORE)
    return person


def as_it_began() -> dict[str, str]:
    """What a browser posts that shows this form: every field as it stands there, the folded ones too."""
    form = forms.blank(BEFORE.values())
    return {**FORM, **{name: value for name, value in form.values.items() if value}, "began": form.began_text}


@pytest.mark.parametrize(
    ("chosen", "preset", "seats"),
    [
        (STAKE, "002", 4),  # E4: two to four
        ({"coins": "wild2"}, "000", 4),  # E1: four
        ({"coins": "wild40"}, "000W", 4),
        ({**STAKE, "seats": "2"}, "002", 2),  # two were chosen, and two fit
    ],
)
def test_a_table_for_coins_is_opened_whatever_the_last_table_was(
    chosen: dict[str, str], preset: str, seats: int
) -> None:
    ours = browser(host_of_five())
    answer = ours.post(reverse("new_table"), {**as_it_began(), **chosen})
    assert answer.status_code == 302, text(answer)[:2_000]
    table = Table.objects.get()
    assert (table.preset, table.seats, table.games_agreed, table.match) == (preset, seats, 1, "tally")  # W9.4
    assert not table.fill_bots and not table.takeover  # check 65
    assert table.options["turn_clock"] == 300  # how fast somebody plays is theirs
    assert table.options["hold_on"] == BOOKS["whot"].options(preset, {}, seats).hold_on
    said = text(ours.get(answer["Location"]))
    assert "What this needs is chosen for you:" in said and "one game" in said and "no computer players" in said


def test_what_was_chosen_in_this_form_stays_and_is_refused_in_a_sentence() -> None:
    ours = browser(host_of_five())
    for chosen, says in [
        ({"games": "3"}, "By these rules a match is one game (W9.4)."),
        ({"preset": "001"}, "A Stake table is played by the rules “Straight (002)”."),
        ({"seats": "6"}, "Straight (002) is for 2 to 4 players, not 6 (W2.1)."),
    ]:
        answer = ours.post(reverse("new_table"), {**as_it_began(), **STAKE, **chosen})
        assert answer.status_code == 422 and says in text(answer), (chosen, text(answer)[:2_000])
        for name, value in chosen.items():
            assert value_of(answer, name) == value
    assert not Table.objects.exists()


def test_a_friendly_table_is_opened_as_it_was_last() -> None:
    answer = browser(host_of_five()).post(reverse("new_table"), {**as_it_began(), "coin_amount": "100"})
    assert answer.status_code == 302
    table = Table.objects.get()
    assert (table.coins, table.preset, table.seats, table.games_agreed) == ("none", "003", 5, 5)


def test_the_part_that_follows_tells_the_script_what_changed() -> None:
    """And from one kind of coins to the next: what the form chose itself was chosen by nobody."""
    ours, sent = browser(host_of_five()), as_it_began()
    for coins, preset in (("wild20", "000"), ("wild80", "000W"), ("stake", "002")):
        page = ours.get(reverse("new_table_fields"), {**sent, "coins": coins}).content.decode()
        found = parse_qs(page.split('data-set="')[1].split('"')[0].replace("&amp;", "&"), keep_blank_values=True)
        assert found["preset"] == [preset]
        sent |= {name: values[0] for name, values in found.items()}
    assert sent["seats"] == "4" and coin_form.began(sent["began"])["preset"] == "002"
    assert "data-set" not in ours.get(reverse("new_table_fields"), {**sent, "coins": ""}).content.decode()


def test_a_link_that_names_only_the_coins_begins_with_what_they_need() -> None:
    page = browser(host_of_five()).get(reverse("new_table"), {"coins": "wild4"})
    assert [value_of(page, name) for name in ("preset", "seats", "games")] == ["000", "4", "1"]
    assert coin_form.began(value_of(page, "began").replace("&amp;", "&"))["preset"] == "000"


def test_a_link_to_another_kind_of_game_leaves_the_house_rules_of_the_last_table_behind() -> None:
    page = browser(host_of_five()).get(reverse("new_table"), {"coins": "stake", "coin_amount": "100", "preset": "002"})
    assert value_of(page, "hold_on") == ""
    friendly = browser(host_of_five()).get(reverse("new_table"))
    assert value_of(friendly, "hold_on") == "off" and "chosen: 1, Hold On" in text(friendly)


def test_a_form_that_is_not_ours_is_not_changed() -> None:
    """Who posts without saying what the form held has chosen all of it."""
    answer = browser(rich()).post(reverse("new_table"), {**FORM, **STAKE, "games": "5", "preset": "002"})
    assert answer.status_code == 422
    noise = browser(rich()).post(reverse("new_table"), {**FORM, **STAKE, "began": "&&=%ff" * 900})
    assert noise.status_code == 422


def test_a_game_that_is_not_played_for_coins_asks_for_none() -> None:
    ours = browser(rich())
    assert 'name="coins"' in ours.get(reverse("new_table")).content.decode()
    assert 'name="coins"' not in ours.get(reverse("new_table"), {"game": "go_stop"}).content.decode()
