"""Game records: their bytes, strict reading, replay, proof, and one viewer's record."""

import hashlib
import hmac
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.record import (
    Coins,
    Entry,
    Fairness,
    Match,
    RecordError,
    SeatLine,
    UnreadableRecord,
    build,
    read,
    replay,
    to_text,
)
from rules.record_form import MOST_ACTIONS, MOST_BYTES
from rules.whot import options_for
from tests.rules.records import BLOCKS, DOC, EXAMPLE, GOLDEN, changed, dumped, golden, refusal

# -- the form -------------------------------------------------------------------------------------


def test_the_worked_example_is_what_a_build_of_its_game_writes():
    told = json.loads(EXAMPLE)
    log = [Entry(line["seat"], line["action"], line["at"]) for line in told["actions"]]
    proof = Fairness.revealed(told["game_id"], bytes(range(32)), ("00112233445566778899aabbccddeeff", "-"), "whot54")
    record = build(
        preset="000",
        options={"hand_size": 3, "turn_clock": 60},
        seats=(SeatLine("Ọlá"), SeatLine("Robot", "bot", "easy")),
        game_id=told["game_id"],
        table="K7QX",
        fairness=proof,
        log=log,
    )
    assert to_text(record) == EXAMPLE
    assert f"{len(EXAMPLE.encode())} bytes" in DOC


def test_the_worked_example_can_be_checked_with_hashlib_alone():
    _record, transcript, log, position = BLOCKS
    told = json.loads(EXAMPLE)
    seed = bytes(range(32))
    assert told["fairness"]["server_seed"] == seed.hex()
    opened = hashlib.sha256(b"wgs1|commit|" + told["game_id"].encode() + b"|" + seed).hexdigest()
    assert opened == told["fairness"]["commitment"] and f"`{opened}`" in DOC
    key = hmac.new(seed, transcript.encode() + b"\n", hashlib.sha256).hexdigest()
    assert f"`{key}`" in DOC
    lines = [f"{a['seq']} {a['seat']} {a['action']} {a['at']}\n" for a in told["actions"]]
    assert "".join(lines) == log + "\n"
    assert position.endswith(" log:" + hashlib.sha256("".join(lines).encode()).hexdigest())
    assert hashlib.sha256(position.encode()).hexdigest() == told["state_hash"]
    assert replay(read(EXAMPLE)).position == position


def test_keys_stand_in_the_order_of_the_format():
    told = json.loads(EXAMPLE)
    for value, keys in (
        (
            told,
            "format game rules_version preset options stake game_id table match seats fairness first_seat deal "
            "actions result state_hash",
        ),
        (told["fairness"], "scheme commitment server_seed client_seeds deck beacon"),
        (told["seats"][1], "seat name kind level"),
        (told["deal"], "hands top market"),
        (told["actions"][0], "seq seat action at"),
        (golden("000-time-up")["actions"][-1], "seq seat action at by"),
        (told["result"], "reason ranking points hands_left"),
    ):
        assert " ".join(value) == keys
    assert list(told["options"]) == list(options_for("000").named())


def test_a_record_is_json_without_spaces_with_its_letters_as_they_are_and_one_line_feed():
    for path in GOLDEN.values():
        text = path.read_bytes().decode("utf-8")
        assert text.endswith("}\n") and text.count("\n") == 1 and "\r" not in text
        assert text == dumped(json.loads(text)) + "\n"
    assert "Bọ́lá" in text and "\\u" not in text


def test_writing_what_was_read_gives_the_same_bytes():
    for path in GOLDEN.values():
        assert to_text(read(path.read_bytes())).encode() == path.read_bytes()


def test_spaces_and_another_order_of_keys_are_read():
    value = json.loads(EXAMPLE)
    turned = dict(reversed(value.items()))
    assert to_text(read(json.dumps(turned, indent=2))) == EXAMPLE


def test_a_wild_table_has_a_multiplier_and_a_stake_table_a_stake():
    record = read(EXAMPLE)
    wild = to_text(replace(record, coins=Coins("multiplier", 8)))
    stake = to_text(replace(record, coins=Coins("stake", 500)))
    assert '},"multiplier":8,"game_id"' in wild and read(wild).coins == Coins("multiplier", 8)
    assert '},"stake":500,"game_id"' in stake and read(stake).coins == Coins("stake", 500)
    assert '},"stake":null,"game_id"' in EXAMPLE and record.coins is None


def test_a_match_is_written_with_its_number():
    record = replace(read(EXAMPLE), match=Match("m-7", 1, 5))
    assert '"match":{"id":"m-7","number":1,"of":5}' in to_text(record)
    assert read(to_text(record)).match == Match("m-7", 1, 5)


def test_a_record_too_long_to_be_read_again_is_not_written():
    record = read(EXAMPLE)
    with pytest.raises(RecordError, match="is not written"):
        to_text(replace(record, actions=record.actions * 4000))


# -- strict reading: the file ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it ends at line 1, column 1, where more must follow"),
        (b"\xff\xfe\x00garbage", "byte 0 is not UTF-8"),
        (b'{"format":"whot-record/1"', "it ends at line 1, column 26, where more must follow"),
        (b'{"format":"whot-record/1","seq', "from line 1, column 27 on it can't be read"),
        (b"[]", "this is not a whot-record/1"),
        (b'"whot-record/1"', "this is not a whot-record/1"),
        (b"{}", "this is not a whot-record/1"),
        (EXAMPLE.replace("record/1", "record/2").encode(), "this is not a whot-record/1"),
        (EXAMPLE.replace('"table":', '"table":"x","table":').encode(), "the key “table” stands twice"),
        (EXAMPLE.replace('"seq":1,', '"seq":1,"seq":1,').encode(), "the key “seq” stands twice"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":NaN').encode(), "NaN is not a whole number"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":-Infinity').encode(), "-Infinity is not a whole number"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":0.0').encode(), "0.0 is not a whole number"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":1e3').encode(), "1e3 is not a whole number"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":9007199254740993').encode(), "is too large"),
        (EXAMPLE.replace('"first_seat":0', '"first_seat":' + "9" * 6000).encode(), "is too large"),
        (EXAMPLE.replace('"match":null', '"match":' + "[" * 20 + "]" * 20).encode(), "nested more than 20 deep"),
        (b"[" * 500_000, "nested more than 20 deep"),
        (b'{"a":' * 100_000, "nested more than 20 deep"),
        (b" " * (MOST_BYTES + 1), f"more than {MOST_BYTES} bytes"),
        (b"\xef\xbb\xbf" + EXAMPLE.encode(), "save the file as UTF-8 without one"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused_in_a_sentence(data, why):
    with pytest.raises(UnreadableRecord) as caught:
        read(data)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_brackets_inside_texts_do_not_count_as_nesting():
    name = '[[[[[[[[[[[[[[[[[[[[[[[[[{{{{{{{{{\\"'
    assert read(EXAMPLE.replace("Robot", name)).seats[1].name == name.replace("\\", "")


@pytest.mark.parametrize("shape", ['"' * 400_000, '"' + '\\"' * 400_000, "\\" * 400_000])
def test_hostile_quotes_are_refused_at_once(shape):
    with pytest.raises(UnreadableRecord):
        read(shape)


# -- strict reading: the fields -------------------------------------------------------------------

LATE = ("actions", 0, "at")
FAULTS = [
    (("game",), "chess", "game", "this must be whot"),
    (("rules_version",), 7, "rules_version", "version 7 of the rules is not known here"),
    (("rules_version",), True, "rules_version", "must be a whole number"),
    (("preset",), "004", "preset", "this must be 000"),
    (("options", "pick2"), "double", "options.pick2", "pick2 cannot be double"),
    (("options", "star8_skips"), True, "options.star8_skips", "cannot be True"),
    (("options", "hand_size"), [], "options.hand_size", "cannot be"),
    (("options", "market_empty"), "count", "options.market_empty", "cannot go together"),
    (("options", "pick4"), "stack", "options", "there is no key “pick4” here"),
    (("stake",), -5, "stake", "this must be from 1"),
    (("stake",), "5", "stake", "must be a whole number"),
    (("game_id",), "", "game_id", "1 to 512 characters belong here"),
    (("game_id",), "a b", "game_id", "“a b” is not 1 to 64 letters"),
    (("game_id",), "Ọ", "game_id", "is not 1 to 64 letters"),
    (("game_id",), "a\nb", "game_id", "control characters"),
    (("table",), None, "table", "must be a text, not null"),
    (("match",), {"id": "m", "number": 3, "of": 2}, "match.number", "from 1 to 2, not 3"),
    (("match",), {"id": "m", "number": 1, "of": 51}, "match.of", "from 1 to 50"),
    (("match",), {"id": "m", "number": 1}, "match", "the key “of” is missing"),
    (("seats",), [], "seats", "a list of 2 to 6 belongs here, not of 0"),
    (("seats", 1, "seat"), 0, "seats[1].seat", "from 1 to 1, not 0"),
    (("seats", 0, "kind"), "admin", "seats[0].kind", "person, guest, bot"),
    (("seats", 0, "level"), "hard", "seats[0].level", "only a bot has a level"),
    (("seats", 0, "name"), "a\u0007b", "seats[0].name", "control characters"),
    (("seats", 0, "name"), "a\u2028b", "seats[0].name", "control characters"),
    (("seats", 0, "name"), "x" * 151, "seats[0].name", "1 to 150 characters"),
    (("seats", 0, "email"), "a@b", "seats[0]", "there is no key “email” here"),
    (("fairness", "scheme"), "wgs2", "fairness.scheme", "this must be wgs1"),
    (("fairness", "server_seed"), "00" * 31, "fairness.server_seed", "is not 64 lower-case hexadecimal digits"),
    (("fairness", "server_seed"), "AB" * 32, "fairness.server_seed", "is not 64 lower-case"),
    (("fairness", "client_seeds"), ["-"], "fairness.client_seeds", "a list of 2 to 2 belongs here, not of 1"),
    (("fairness", "client_seeds", 1), "zz" * 16, "fairness.client_seeds[1]", "is neither - nor 16 to 32 bytes"),
    (("fairness", "client_seeds", 1), 5, "fairness.client_seeds[1]", "is neither - nor"),
    (("fairness", "server_seed"), None, "fairness.client_seeds", "without the server seed this must be null"),
    (("fairness", "beacon"), "a\nseat:0:-", "fairness.beacon", "control characters"),
    (("first_seat",), 2, "first_seat", "from 0 to 1, not 2"),
    (("deal", "hands"), [["C13", "T8", "W20"]], "deal.hands", "a list of 2 to 2"),
    (("deal", "hands", 0), ["T8", "C13", "W20"], "deal.hands[0]", "canonical order"),
    (("deal", "hands", 0, 1), "T6x", "deal.hands[0][1]", "T6x is not a card"),
    (("deal", "top"), 4, "deal.top", "4 is not a card"),
    (("deal", "layout"), [], "deal", "there is no key “layout” here"),
    (("actions",), {}, "actions", "this must be a list"),
    (("actions",), [{}] * (MOST_ACTIONS + 1), "actions", f"a list of 0 to {MOST_ACTIONS} belongs here"),
    (("actions", 2, "seq"), 4, "actions[2].seq", "from 3 to 3, not 4"),
    (("actions", 2, "seat"), 2, "actions[2].seat", "from 0 to 1"),
    (("actions", 2, "seat"), None, "actions[2].seat", "needs the number of a seat"),
    (("actions", 2, "action"), 7, "actions[2].action", "must be a text"),
    (("actions", 2, "action"), "time_up", "actions[2].seat", "this must be null"),
    (("actions", 2, "action"), "timeout", "actions[2]", 'needs "by":"house"'),
    (("actions", 2, "by"), "house", "actions[2].by", "is not a word of the house"),
    (("actions", 2, "by"), "seat", "actions[2].by", "this must be house"),
    (LATE, "2026-01-31T12:00:04Z", "actions[0].at", "is not a time in UTC like"),
    (LATE, "2026-01-31T12:00:04.500+01:00", "actions[0].at", "is not a time in UTC"),
    (LATE, "2026-02-29T12:00:04.500Z", "actions[0].at", "there is no such day"),
    (LATE, "2026-13-01T12:00:04.500Z", "actions[0].at", "there is no such day"),
    (LATE, "2026-04-31T12:00:04.500Z", "actions[0].at", "there is no such day"),
    (LATE, "2026-01-00T12:00:04.500Z", "actions[0].at", "there is no such day"),
    (LATE, "2026-01-31T24:00:04.500Z", "actions[0].at", "is not a time in UTC"),
    (LATE, "٢٠٢٦-01-31T12:00:04.500Z", "actions[0].at", "is not a time in UTC"),
    (("result", "reason"), "bored", "result.reason", "this must be emptied_hand"),
    (("result", "points"), [0], "result.points", "a list of 2 to 2"),
    (("result", "ranking"), [[0], []], "result.ranking[1]", "a list of 1 to 2"),
    (("state_hash",), "x", "state_hash", "is not 64 lower-case"),
    (("state_hash",), None, "state_hash", "must be a text, not null"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "new", "field", "why"), FAULTS, ids=lambda v: v if isinstance(v, str) else None)
def test_a_wrong_field_is_named_with_what_is_wrong(path, new, field, why):
    with pytest.raises(RecordError) as caught:
        read(dumped(changed(json.loads(EXAMPLE), path, new)))
    assert not isinstance(caught.value, UnreadableRecord)
    assert caught.value.path == field
    assert why in str(caught.value.message)


@pytest.mark.parametrize("key", json.loads(EXAMPLE))
def test_every_key_is_needed(key):
    value = json.loads(EXAMPLE)
    del value[key]
    with pytest.raises(RecordError):
        read(dumped(value))


def test_an_unknown_key_is_refused():
    with pytest.raises(RecordError, match="there is no key “coins” here"):
        read(dumped(json.loads(EXAMPLE) | {"coins": 5}))
    with pytest.raises(RecordError, match="there is no key “stake” here"):
        read(dumped(json.loads(EXAMPLE) | {"multiplier": 5}))


def test_the_29th_of_february_exists_in_leap_years():
    for at, leap in (("2028-02-29", True), ("2000-02-29", True), ("2100-02-29", False)):
        value = changed(json.loads(EXAMPLE), LATE, at + "T12:00:04.500Z")
        if leap:
            assert read(dumped(value)).actions[0].at.startswith(at)
        else:
            assert "no such day" in str(refusal(value))


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_reading_and_replaying_any_damaged_file_only_ever_refuses(data):
    raw = bytearray(EXAMPLE.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        how = data.draw(st.sampled_from(["set", "cut", "twice"]))
        if how == "set":
            raw[at] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del raw[at : at + data.draw(st.integers(1, 30))]
        else:
            raw[at:at] = raw[at : at + data.draw(st.integers(1, 30))]
    try:
        replay(read(bytes(raw)))
    except RecordError as error:
        assert "\n" not in str(error)
