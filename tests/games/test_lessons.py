"""The first deals that explain themselves: by the real rules, step by step, without script, in both languages."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from games import lessons
from rules.core import IllegalAction
from rules.lessons import LESSONS
from rules.registry import newest

from .pages import text

GAMES = tuple(LESSONS)


def page(game: str, step: int, language: str = "en") -> str:
    answer = Client().get(f"/learn/{game}/{step}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_is_a_whole_deal_that_the_rules_play_and_the_learner_wins(game: str) -> None:
    lesson, engine = LESSONS[game], newest(game).game
    end = lessons.position(game, len(lesson.steps)).state
    outcome = engine.outcome(end)
    assert outcome is not None and outcome.winners == (0,)
    assert all(lesson.parts[place].rule for place in lesson.steps)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_learners_parts_are_explained_and_all_of_them(game: str) -> None:
    lesson, engine = LESSONS[game], newest(game).game
    state, _events = engine.setup(
        options=newest(game).options(lesson.preset, {}), seats=2, seed=lessons.Seed.simulation(lesson.number)
    )
    for part in lesson.parts:
        seat = engine.to_act(state)
        assert bool(part.why) == (seat == 0), part
        state, _events = engine.apply(state, seat or 0, engine.parse_action(part.action))


@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_walked_from_the_first_step_to_the_last_by_forms_alone(game: str, language: str) -> None:
    client, path = Client(), f"/learn/{game}/0/"
    for step, place in enumerate(LESSONS[game].steps):
        shown = client.get(path, headers={"accept-language": language}).content.decode()
        wanted = re.findall(r'<button name="action" value="([^"]+)"[^>]*class="[^"]*advised', shown)
        assert wanted == [LESSONS[game].parts[place].action]
        assert f"#{LESSONS[game].parts[place].rule}" in shown
        answer = client.post(path, {"action": wanted[0]})
        assert answer.status_code == 302 and answer.url == f"/learn/{game}/{step + 1}/#lesson"
        path = answer.url
    shown = client.get(path, headers={"accept-language": language}).content.decode()
    assert 'name="action"' not in shown and f"/computer/?game={game}" in shown


@pytest.mark.parametrize("game", GAMES)
def test_by_htmx_a_step_is_answered_with_the_next_one(game: str) -> None:
    first, second = (LESSONS[game].parts[place] for place in LESSONS[game].steps[:2])
    htmx = {"HX-Request": "true"}
    answer = Client().post(f"/learn/{game}/0/", {"action": first.action}, headers=htmx)
    assert (answer.status_code, answer["HX-Push-Url"]) == (200, f"/learn/{game}/1/")
    part = answer.content.decode()
    assert "<html" not in part and f'value="{second.action}"' in part and " autofocus" in part
    refused = Client().post(f"/learn/{game}/0/", {"action": "jump"}, headers=htmx)
    assert refused.status_code == 400 and "HX-Push-Url" not in refused
    assert "<html" not in refused.content.decode() and "is not a move" in text(refused)


@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_says_what_has_to_be_known_and_leads_on(game: str) -> None:
    shown = Client().get(f"/learn/{game}/")
    assert all(escape(said) in text(shown) for said in LESSONS[game].before)
    assert f'href="/learn/{game}/0/"' in shown.content.decode()
    assert " autofocus" not in page(game, 0), "who comes by a link reads from the top"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_speaks_of_is_marked(game: str) -> None:
    for step, place in enumerate(LESSONS[game].steps):
        drawn = re.findall(r'class="spoken"><svg[^>]*><use href="[^"]*#([^"]+)"', page(game, step))
        assert sorted(drawn) == sorted(LESSONS[game].parts[place].about)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_says_why_and_by_which_clause(game: str) -> None:
    numbered = Client().get("/rules/whot/" if game == "whot" else f"/rules/{game}/numbered/").content.decode()
    for step, place in enumerate(LESSONS[game].steps):
        part = LESSONS[game].parts[place]
        assert f'id="{part.rule}"' in numbered
        assert part.why.replace("'", "&#x27;") in page(game, step)


@pytest.mark.parametrize(
    ("game", "action", "status", "says"),
    [
        ("go_stop", "play 01-3", 422, "The rules allow that too"),
        ("go_stop", "play 12-1", 422, "(3.1)"),
        ("go_stop", "jump", 400, "is not a move"),
        ("whot", "play W20 call star", 422, "The rules allow that too"),
        ("whot", "play C11", 422, "(W3.1)"),
        ("whot", "jump", 400, "is not a move"),
    ],
)
def test_what_else_is_done_is_answered_by_the_rules(game: str, action: str, status: int, says: str) -> None:
    answer = Client().post(f"/learn/{game}/0/", {"action": action})
    assert answer.status_code == status and says in text(answer)


@pytest.mark.parametrize("path", ["/learn/chess/", "/learn/chess/0/", "/learn/whot/99/", "/learn/go_stop/10/"])
def test_a_step_that_is_none_is_not_there(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_the_end_takes_no_action() -> None:
    last = len(LESSONS["go_stop"].steps)
    assert Client().post(f"/learn/go_stop/{last}/", {"action": "stop"}).status_code == 404


def test_the_learner_sees_no_other_hand_until_the_end() -> None:
    state = lessons.position("go_stop", 0).state
    shown = page("go_stop", 0)
    codes = set(re.findall(r"\b(?:0[1-9]|1[0-2])-[1-4]\b", shown))
    from rules.go_stop.cards import codes_in

    assert not codes & set(codes_in(state.hands[1]))


@pytest.mark.django_db
@pytest.mark.usefixtures("unlimited_moves")
def test_who_has_no_game_yet_is_led_there_and_who_has_finished_one_is_not() -> None:
    from .factories import member, played_out, started
    from .pages import browser

    people = [member(), member()]
    played_out(started(people, preset="002"))
    assert "/learn/" not in browser(people[0]).get("/").content.decode()

    for path in ("/", "/help/"):
        shown = browser(member()).get(path).content.decode()
        assert "/learn/whot/" in shown and "/learn/go_stop/" in shown


def test_the_rules_refuse_inside_a_lesson_as_anywhere() -> None:
    with pytest.raises(IllegalAction):
        lessons.check("go_stop", 0, "go")
