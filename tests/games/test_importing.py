"""Records taken out and brought in again: byte for byte, only where everything holds, and counting for nothing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import closing, merging
from accounts.models import User
from games import log, selectors
from games.models import Game, ImportedGame, LogEntry, Player
from games.selectors import past
from games.selectors.imported import imported_games
from games.selectors.past import Wanted
from games.selectors.records import record_of
from games.services import importing, limits
from rules.record import to_text
from tests.rules.records import EXAMPLE

from .factories import guest, member, moved, played_out, started
from .pages import browser, text
from .recorded import parts, record_for, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture(autouse=True)
def unlimited_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IMPORTS_A_MINUTE", 10**9)


def sent(client: Client, record: str | bytes, *, paste: bool = False) -> Any:
    if paste:
        return client.post("/imported/", {"text": record})
    data = record.encode() if isinstance(record, str) else record
    return client.post("/imported/", {"file": SimpleUploadedFile("game.json", data)})


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(EXAMPLE), **fields}, ensure_ascii=False)


@pytest.mark.parametrize("part", list(parts()), ids=lambda part: f"{part.preset}-{part.reason}")
def test_a_game_of_every_kind_and_end_is_exported_and_brought_in_again_byte_for_byte(part: Any) -> None:
    record = record_for(part)
    game = stored(record)
    assert log.differences(game) == []
    player = Player.objects.filter(game=game, user__isnull=False).first()
    assert player is not None
    exported = browser(player.user).get(f"/games/{game.code}/record.json").content
    assert exported == to_text(record).encode()
    me = member()
    answer = sent(browser(me), exported)
    assert answer.status_code == 302, text(answer)
    row = ImportedGame.objects.get(owner=me)
    assert browser(me).get(f"/imported/{row.code}/record.json").content == exported
    assert browser(me).get(f"/games/{game.code}/record.json").status_code == 200  # onlookers are welcome there
    assert row.proved and row.actions == len(record.actions)


def test_a_pasted_record_is_reviewed_with_all_hands_open() -> None:
    me = member()
    client = browser(me)
    led = sent(client, EXAMPLE, paste=True).headers["Location"]
    answer = client.get(led)
    assert "Ọlá wins" in text(answer) and "imported: counts for nothing" in text(answer)
    assert 'data-eyes="all"' in answer.content.decode() and "<polyline" in answer.content.decode()
    first = client.get(f"{led}0/?eyes=1")
    assert "The deal" in text(first) and 'data-eyes="1"' in first.content.decode()
    steps = client.get(f"{led}steps?from=0").json()["steps"]
    assert list(map(int, steps)) == list(range(5))
    assert client.get(f"{led}?step=3").headers["Location"] == f"{led}3/"
    assert client.get(f"{led}5/").status_code == 404


def test_the_same_record_twice_is_one_game_however_it_is_written() -> None:
    me = member()
    client = browser(me)
    one = sent(client, EXAMPLE).headers["Location"]
    assert sent(client, json.dumps(json.loads(EXAMPLE), indent=4), paste=True).headers["Location"] == one
    assert ImportedGame.objects.count() == 1
    assert sent(browser(member()), EXAMPLE).headers["Location"] != one


ACTIONS = json.loads(EXAMPLE)["actions"]
RESULT = json.loads(EXAMPLE)["result"]
FAULTS: list[tuple[str, str | bytes, int, str]] = [
    ("no JSON", "hello", 400, "not JSON"),
    ("no record", '{"a":1}', 400, "this is not a whot-record/1"),
    ("not UTF-8", b"\xff\xfe", 400, "byte 0 is not UTF-8"),
    ("too deep", "[" * 30 + "]" * 30, 400, "20"),
    ("a number of another world", '{"format":NaN}', 400, "NaN"),
    ("a key twice", '{"format":"whot-record/1","format":"whot-record/1"}', 400, "format"),
    ("an unknown key", changed(more=1), 422, "more"),
    ("a wrong option", changed(options={**json.loads(EXAMPLE)["options"], "hand_size": 99}), 422, "options.hand_size:"),
    ("an action against the rules", changed(actions=[{**ACTIONS[0], "action": "play C13"}, *ACTIONS[1:]]), 422,
     "actions[0].action:"),
    ("another seed", changed(fairness={**json.loads(EXAMPLE)["fairness"], "server_seed": "0" * 64}), 422,
     "fairness.commitment:"),
    ("another deal", changed(deal={**json.loads(EXAMPLE)["deal"], "top": "C5"}), 422, "deal."),
    ("another result", changed(result={**RESULT, "points": [0, 40]}), 422, "result.points[1]: this must be 41, not 40"),
    ("another end", changed(state_hash="0" * 64), 422, "state_hash:"),
    ("the end cut off", changed(actions=ACTIONS[:2]), 422, "the log ends, but the game does not"),
]  # fmt: skip


SEATS = json.loads(EXAMPLE)["seats"]
FAULTS += [
    (f"the name {name!a}", changed(seats=[{**SEATS[0], "name": name}, SEATS[1]]), 422, f"seats[0].name: {why}")
    for name, why in [
        ("Ada\u202eadA", "“Ada�adA” has signs in it that are not seen"),
        ("Ada\u200b", "“Ada�” has signs in it that are not seen"),
        ("\u2066Ada\u2069", "“�Ada�” has signs in it that are not seen"),
        ("Ada\u3164", "“Ada\u3164” has signs in it that are not seen"),
        ("Ada ", "“Ada ” has signs in it that are not seen, or a space at its end"),
        ("Ada\x07", "“Ada�” has control characters in it"),
        ("A\u0301\u0302\u0303\u0304da", "“A\u0301\u0302\u0303\u0304da” has too many marks on one letter"),
    ]
]  # fmt: skip
FAULTS += [
    (f"an unknown key in {path}", record, 422, f"{path}: there is no key “more” here")
    for path, record in [
        ("seats[0]", changed(seats=[{**SEATS[0], "more": 1}, SEATS[1]])),
        ("fairness", changed(fairness={**json.loads(EXAMPLE)["fairness"], "more": 1})),
        ("deal", changed(deal={**json.loads(EXAMPLE)["deal"], "more": 1})),
        ("actions[0]", changed(actions=[{**ACTIONS[0], "more": 1}, *ACTIONS[1:]])),
        ("result", changed(result={**RESULT, "more": 1})),
        ("options", changed(options={**json.loads(EXAMPLE)["options"], "more": 1})),
        ("match", changed(match={"id": "m", "number": 1, "of": 1, "more": 1})),
    ]
]  # fmt: skip


@pytest.mark.parametrize(("record", "status", "words"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_faulty_record_is_refused_in_a_sentence_and_nothing_is_stored(
    record: str | bytes, status: int, words: str
) -> None:
    me = member()
    answer = sent(browser(me), record)
    problem = re.search(r'id="problem">.*?<p>(.*?)</p>', answer.content.decode(), re.DOTALL)
    assert answer.status_code == status and problem is not None
    assert words.lower() in problem[1].lower(), problem[1]
    assert not ImportedGame.objects.exists()


def test_one_viewers_record_of_a_running_game_can_be_read_but_not_looked_back_at(certain_deals: Any) -> None:
    certain_deals(3)
    me = member()
    game = moved(started([me, member()], preset="002", start="full"))
    answer = sent(browser(me), browser(me).get(f"/games/{game.code}/record.json").content)
    assert answer.status_code == 422 and "record of a running game; it cannot be replayed" in text(answer)
    assert not ImportedGame.objects.exists()


def test_a_sentence_about_a_record_is_in_the_language_of_the_reader() -> None:
    answer = browser(member()).post("/imported/", {"text": '{"a":1}'}, headers={"accept-language": "ms"})
    assert "ini bukan whot-record/1" in text(answer).lower()


def test_nothing_at_all_and_too_much_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(member())
    assert "Choose a file or paste a record first." in text(client.post("/imported/", {"text": " "}))
    long = sent(client, b" " * (1024 * 1024 + 1))
    assert long.status_code == 400 and "at most 1 MiB" in text(long)
    cut = sent(client, "x" * 60_000, paste=True)
    assert cut.status_code == 400 and "Send it as a file." in text(cut)
    far = sent(client, b" " * (3 * 1024 * 1024))
    assert far.status_code == 413 and "At most 2048 kB are read here" in text(far)
    assert '<a class="action" href="/imported/"' in far.content.decode()
    pasted = client.post("/imported/", {"text": "x" * 70_000})  # no browser sends that: the field takes less
    assert pasted.status_code == 413 and "At most 64 kB are read here" in text(pasted)
    other = client.post("/friends/add/", {"username": "x" * 70_000})
    assert other.status_code == 400 and "At most 64 kB are read here" in text(other)  # check 58
    malay = browser(member()).post("/imported/", {"text": "x" * 70_000}, headers={"accept-language": "ms"})
    assert "Paling banyak 64 kB dibaca di sini" in text(malay)
    monkeypatch.setattr(importing, "MOST_STEPS", 3)
    steps = sent(client, EXAMPLE)
    assert steps.status_code == 422 and "more than 3 actions" in text(steps)
    assert not ImportedGame.objects.exists()


def test_a_game_of_more_than_the_usual_body_comes_as_a_file() -> None:
    """Other forms are held to 64 KiB (check 58); a long game is longer."""
    me = member()
    padded = json.dumps(json.loads(EXAMPLE), indent=2).replace("\n", "\n" + " " * 600)
    assert len(padded) > 70_000
    assert sent(browser(me), padded).status_code == 302
    assert browser(me).post("/friends/add/", {"name": "x" * 70_000}).status_code == 400  # check 58


def test_how_many_one_may_bring_and_keep_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    me = member()
    monkeypatch.setattr(importing, "KEPT", 1)
    assert sent(browser(me), EXAMPLE).status_code == 302
    other = changed(table="other")
    full = sent(browser(me), other)
    assert full.status_code == 429 and full.headers["Retry-After"] and "delete one first" in text(full)
    monkeypatch.setattr(limits, "IMPORTS_A_MINUTE", 2)
    busy = member()
    assert [sent(browser(busy), "x").status_code for _ in range(3)] == [400, 400, 429]  # check 60


def test_imported_games_are_seen_and_deleted_by_whoever_brought_them_alone() -> None:
    me, other = member(), member()
    led = sent(browser(me), EXAMPLE).headers["Location"]
    code = ImportedGame.objects.get().code
    outlets = [led, f"{led}2/", f"{led}steps", f"/imported/{code}/record.json"]
    for client in (browser(other), browser()):
        assert {client.get(outlet).status_code for outlet in outlets} == {404}
    assert browser(other).post(f"/imported/{code}/delete/").status_code == 404
    assert browser().get("/imported/").status_code == 302 and code not in text(browser(other).get("/imported/"))
    page = browser(me).get("/imported/")
    assert f"imported-{code}" in page.content.decode()
    assert browser(me).post(f"/imported/{code}/delete/").status_code == 302 and not ImportedGame.objects.exists()


def test_imported_games_count_for_nothing() -> None:
    me = member()
    sent(browser(me), changed(seats=[{"seat": 0, "name": me.username, "kind": "person"},
                                     {"seat": 1, "name": "Robot", "kind": "bot"}]))  # fmt: skip
    assert ImportedGame.objects.count() == 1
    assert not Game.objects.exists() and not Player.objects.exists() and not LogEntry.objects.exists()
    assert selectors.profile(me, me).played == 0 and past.past_games(me, me, Wanted()).rows == ()
    assert selectors.muster(me).past.rows == ()


def test_imported_games_go_with_the_guest_who_signs_in_and_with_the_closed_account() -> None:
    visitor, me = guest(), member()
    sent(browser(visitor), EXAMPLE)
    sent(browser(me), EXAMPLE)
    sent(browser(visitor), changed(table="other"))
    merging.merge(User.objects.get(pk=visitor.pk), me)
    assert ImportedGame.objects.filter(owner=me).count() == ImportedGame.objects.count() == 2
    told = imported_games(me)
    assert EXAMPLE in {line["record"] for line in told}
    for closer in closing.closers:
        closer(me)
    assert not ImportedGame.objects.exists()


# -- the commands ---------------------------------------------------------------------------------------------


def test_every_game_that_is_over_is_exported_and_the_files_hold(
    tmp_path: Path, capsys: Any, certain_deals: Any
) -> None:
    from rules.__main__ import main

    certain_deals(3)
    people = [member(), member()]
    games = [played_out(started(people, preset=preset, start="full")) for preset in ("000", "002")]
    moved(started(people, preset="002", start="full"))  # runs, and is not exported
    call_command("export_games", str(tmp_path))
    assert "2 records written, 0 there already." in capsys.readouterr().out
    for game in games:
        path = tmp_path / f"{game.code}.json"
        assert path.read_bytes() == to_text(record_of(game)).encode()
        assert main(["verify", str(path)]) == main(["replay", str(path)]) == 0
    assert len(list(tmp_path.iterdir())) == 2
    capsys.readouterr()
    call_command("export_games", str(tmp_path), games[0].code)
    assert "0 records written, 1 there already." in capsys.readouterr().out


def test_a_game_that_does_not_hold_is_named_and_not_written(tmp_path: Path, capsys: Any, certain_deals: Any) -> None:
    certain_deals(3)
    people = [member(), member()]
    good, bad = (played_out(started(people, preset="002", start="full")) for _ in range(2))
    LogEntry.objects.filter(game=bad, seq=bad.seq).update(action="play C99")
    with pytest.raises(CommandError, match="1 games have no record"):
        call_command("export_games", str(tmp_path))
    assert f"game {bad.code} does not hold" in capsys.readouterr().err
    assert [path.stem for path in tmp_path.iterdir()] == [good.code]
    with pytest.raises(CommandError, match="do not exist or are not over"):
        call_command("export_games", str(tmp_path), "nosuchgame")


def test_every_stored_game_replays_also_one_that_the_deal_itself_ended(capsys: Any) -> None:
    """R04: four of a month in a hand end a game of Go-Stop before anybody acts."""
    part = next(part for part in parts() if part.reason == "hand_quad")
    game = stored(record_for(part))
    assert game.seq == 0 and game.ended_at is not None and game.ended_at < timezone.now()
    call_command("replay_games")
    assert "1 games replay to their summary." in capsys.readouterr().out
