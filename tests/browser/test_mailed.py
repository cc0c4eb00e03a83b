"""What needs mail, in a real browser: the second factor in both languages, and a friend named to a table."""

import base64
import hashlib
import hmac
import re
import struct
import time
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.processes import site

pytestmark = pytest.mark.once  # the same tables on both databases; the mail is read from the output of one process
PASSWORD = "a long enough passphrase"

LANGUAGES = ("en", "ms")
Link = Callable[[str, str], str]


def code_of(secret: str, at: float) -> str:
    """The six digits that an authenticator app shows (RFC 6238: SHA-1, 30 seconds)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(at // 30)), hashlib.sha1).digest()
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


def test_the_code_is_that_of_the_standard() -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()  # RFC 6238, appendix B: 94287082 at 59 seconds
    assert code_of(secret, 59) == "287082"


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Link]]:
    """The address of a site that writes its mail into files; and what gives the path of a link that was mailed to an
    address, by what the path begins with."""
    box = tmp_path_factory.mktemp("mail")
    variables = {"DATA_DIR": str(tmp_path_factory.mktemp("data")), "EMAIL_URL": f"filemail:///{box}"}

    def link_to(address: str, beginning: str) -> str:
        files = sorted(box.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        mails = "\n".join(path.read_text().replace("=\n", "").replace("=3D", "=") for path in files).split("\n-----")
        theirs = "".join(mail for mail in mails if f"To: {address}" in mail)
        found = re.findall(rf"https?://[^/\s]+({beginning}\S+)", theirs)
        assert found, f"no such link was mailed to {address}"
        return str(found[-1])

    with site(variables) as (_process, address):
        yield address.rstrip("/"), link_to


def send(page: Page) -> None:
    page.locator("main form button:not([name])").first.click()
    page.wait_for_load_state()


def sign_up(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/accounts/signup/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=email]").fill(f"{name.lower()}@example.org")
    page.locator("input[name=password1]").fill(PASSWORD)
    send(page)


def confirmed(page: Page, mailing: tuple[str, Link], name: str) -> None:
    """Sign up, and follow the link in the mail."""
    address, link_to = mailing
    sign_up(page, address, name)
    page.goto(address + link_to(f"{name.lower()}@example.org", "/accounts/confirm-email/"))
    send(page)


def sign_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/accounts/login/")
    page.locator("input[name=login]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    send(page)


def violations(page: Page) -> list[str]:
    return [f"{page.url} {rule['id']}" for rule in Axe().run(page).response["violations"]]


def present_code(secret: str) -> str:
    """The code of now, with some seconds left to send it."""
    if (left := 30 - time.time() % 30) < 6:
        time.sleep(left + 0.1)
    return code_of(secret, time.time())


def next_code(secret: str) -> str:
    """The first code after that of now."""
    time.sleep(30 - time.time() % 30 + 0.1)
    return code_of(secret, time.time())


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_second_factor_is_turned_on_and_asked_for(
    phone: Open, mailing: tuple[str, Link], language: str, script: bool
) -> None:
    address, _link_to = mailing
    name = f"Zahra{language}{'js' if script else 'no'}"
    options = {"locale": language, "java_script_enabled": script}
    page = phone(**options)
    confirmed(page, mailing, name)

    page.goto(f"{address}/accounts/2fa/totp/activate/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    if "reauthenticate" in page.url:
        page.locator("input[name=password]").fill(PASSWORD)
        send(page)
    shown = page.locator("code.secret").inner_text()
    assert script is False or violations(page) == []
    page.locator("input[name=code]").fill("000000")
    send(page)
    expect(page.locator("input[name=code]")).to_be_visible()  # a wrong code turns nothing on
    used = present_code(shown)
    page.locator("input[name=code]").fill(used)
    send(page)
    page.goto(f"{address}/accounts/2fa/codes/")
    found = page.locator(".codes code").all_inner_texts()
    assert len(set(found)) == 10
    assert script is False or violations(page) == []

    tried = [(used, False)]  # the code that turned it on is used up
    if (language, script) == ("en", True):  # the next one is half a minute away
        code = next_code(shown)
        tried += [(code, True), (code, False)]
    for code, gets_in in tried:
        other = phone(**options)
        sign_in(other, address, name)
        assert "/accounts/2fa/authenticate/" in other.url
        other.locator("input[name=code]").fill(code)
        send(other)
        assert ("/accounts/2fa/authenticate/" not in other.url) is gets_in, "a code counts once"
        other.goto(f"{address}/settings/")
        assert other.url.endswith("/settings/") is gets_in

    lost = phone(**options)
    for attempt, gets_in in ((found[0], True), (found[0], False)):
        lost.context.clear_cookies()
        sign_in(lost, address, name)
        lost.locator("input[name=code]").fill(attempt)
        send(lost)
        assert ("/accounts/2fa/authenticate/" not in lost.url) is gets_in, "a recovery code counts once"


def test_a_friend_named_by_the_host_finds_the_invitation_on_the_muster_and_in_the_mail(
    phone: Open, mailing: tuple[str, Link]
) -> None:
    address, link_to = mailing
    host, friend = phone(), phone()
    for page, name in ((host, "Adunni"), (friend, "Babajide")):
        confirmed(page, mailing, name)
    host.goto(f"{address}/friends/")
    host.get_by_label("Username").fill("Babajide")
    host.get_by_role("button", name="Ask to be friends").click()
    friend.goto(f"{address}/friends/")
    friend.get_by_role("button", name="Be friends", exact=True).click()

    host.goto(f"{address}/tables/new/")
    host.get_by_label("Who may join").select_option(label="friends I name")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_label("Send this link")).to_have_count(0)
    friend.goto(f"{address}/")
    expect(friend.get_by_role("heading", name="Invitations")).to_have_count(0)
    host.get_by_label("Invite a friend").select_option(label="Babajide")
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(friend.locator("#muster")).to_contain_text("Adunni invites you")  # pushed
    assert violations(friend) == []

    unknown = phone(java_script_enabled=False)  # not signed in
    unknown.goto(address + link_to("babajide@example.org", "/mail/unsubscribe/"))
    send(unknown)
    friend.goto(f"{address}/settings/")
    expect(friend.get_by_label("A friend invites me to a table")).not_to_be_checked()

    friend.goto(address + link_to("babajide@example.org", "/tables/"))
    friend.get_by_role("button", name="JOIN as Babajide").click()
    for page in (host, friend):
        page.wait_for_url("**/games/*/")
