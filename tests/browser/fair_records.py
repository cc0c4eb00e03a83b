"""Records of random games for the check in the browser, and that check of many of them.

python -m tests.browser.fair_records 3000      random games of every house rule, and one changed bit in each
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.rules.random_records import random_record

SCRIPTS = Path(__file__).resolve().parents[2] / "static/js/fair"
CHECK = "text => RecordCheck.check(text, key => key, () => {})"


def random_records(numbers: range) -> Iterator[str]:
    return (text for text in map(random_record, numbers) if text is not None)


def one_bit_changed(text: str, chance: random.Random) -> str:
    """The record with one bit changed in seed, contributions, deal, actions or result."""
    record = json.loads(text)
    spots = [
        *_spots(record["fairness"], ("server_seed", "client_seeds")),
        *_spots(record, ("deal", "actions", "result")),
    ]
    holder, key = chance.choice(spots)
    holder[key] = _changed(holder[key], chance)
    return json.dumps(record, ensure_ascii=False)


def _spots(value: Any, keys: tuple[str, ...] | None = None) -> Iterator[tuple[Any, Any]]:
    """Every place with a text or a number in it, as what holds it and the key."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, part in pairs:
        if keys is not None and key not in keys:
            continue
        if isinstance(part, dict | list):
            yield from _spots(part)
        elif (isinstance(part, str) and part) or (isinstance(part, int) and not isinstance(part, bool)):
            yield value, key


def _changed(value: str | int, chance: random.Random) -> str | int:
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(3))
    place = chance.randrange(len(value))
    return value[:place] + chr(ord(value[place]) ^ (1 << chance.randrange(7))) + value[place + 1 :]


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests import chromium

    many, chance, wrong = int(sys.argv[1]), random.Random(1), 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = browser.new_page()
        # Web Crypto is there for pages of this machine only; a route answers for one.
        page.route("http://localhost/", lambda route: route.fulfill(body="<title>check</title>"))
        page.goto("http://localhost/")
        for name in ("wgs1", "whot", "hwatu", "check"):
            page.add_script_tag(path=SCRIPTS / f"{name}.js")
        looked_at = 0
        for text in random_records(range(many)):
            looked_at += 1
            if (
                page.evaluate(CHECK, text) is not True
                or page.evaluate(CHECK, one_bit_changed(text, chance)) is not False
            ):
                wrong += 1
                print("wrong:", text[:200])
        browser.close()
    print(f"{looked_at} records hold in the browser, and with one bit changed do not; {wrong} were judged wrongly.")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
