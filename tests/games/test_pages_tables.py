"""The table page: rules before sitting down, what host and others can do, and the way into the game."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Invitation, Seat, Table
from games.selectors import table_for
from games.services import invitations, play, tables
from games.views import invites

from .factories import friends, guest, log_of, member, opened_by, played_out, rules, seated, started
from .pages import FORM, browser, text

pytestmark = pytest.mark.django_db


def opened(host: User, **chosen: Any) -> Table:
    return opened_by(host, rules(**{"seats": 2, **chosen}))


def link_to(table: Table) -> str:
    token = table_for(table.code, table.host).invite_token
    assert token
    return f"/t/{token}/"


def join_form(page: Any) -> dict[str, str]:
    """The hidden fields of the form that sits somebody down, as a browser without script would send them."""
    form = page.content.decode().split('<form class="join')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    del fields["csrfmiddlewaretoken"]  # these browsers are not asked for it
    return fields


# -- before sitting down -------------------------------------------------------------------------------------


def test_the_rules_stand_before_the_form_that_sits_one_down(client: Client) -> None:
    page = client.get(link_to(opened(member("Adaeze"), hold_on="off"))).content.decode()
    assert page.index('id="rules-card"') < page.index('id="table"') < page.index('<form class="join')
    card = page.split('id="rules-card"')[1].split("</ul>")[0]
    assert re.search(r"1 is a plain card\..*?house rule", card.split("<li")[3] + card, re.DOTALL)


def test_who_sits_has_the_rules_one_tap_away() -> None:
    host = member()
    page = browser(host).get(f"/tables/{opened(host).code}/").content.decode()
    folded = page.split("<summary>Rules card</summary>")[1].split("</details>")[0]
    assert 'id="rules-card"' in folded


@pytest.mark.parametrize("agent", ["WhatsApp/2.23", "facebookexternalhit/1.1", "TelegramBot", "Mozilla/5.0"])
def test_opening_a_link_changes_nothing(client: Client, agent: str) -> None:
    table = opened(member(), seats=3)
    before = list(Table.objects.values()), list(Seat.objects.values()), User.objects.count()
    for address in (link_to(table), link_to(table) + "panel"):
        answer = client.get(address, headers={"user-agent": agent})
        assert answer.status_code == 200
        assert client.head(address).status_code == 200
    assert (list(Table.objects.values()), list(Seat.objects.values()), User.objects.count()) == before


def test_a_link_has_a_preview_for_chat_programs(client: Client) -> None:
    page = client.get(link_to(opened(member("Adaeze"), preset="000", seats=4))).content.decode()
    tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)"', page))
    assert tags["og:title"] == "Adaeze invites you to a game of Whot"
    assert re.match(r"Wild.*, 1 of 4 seats taken\. 5 cards each\.", tags["og:description"])
    assert tags["og:image"] == "http://testserver/static/preview.png"
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["robots"] == "noindex"


def test_a_name_with_markup_is_only_text(client: Client) -> None:  # K07, check 52
    nasty = '"><script>x</script>'
    host = User.objects.create(username="nasty", display_name=nasty)
    page = client.get(link_to(opened(host))).content.decode()
    assert "<script>x" not in page
    assert html.escape(nasty) in page


def test_the_preview_image_is_there_and_small() -> None:
    from django.contrib.staticfiles import finders

    found = finders.find("preview.png")
    assert found
    with open(str(found), "rb") as image:
        data = image.read()
    assert data.startswith(b"\x89PNG") and len(data) < 60_000


def test_a_link_that_leads_nowhere_says_the_same_whether_revoked_or_made_up(client: Client) -> None:
    table = opened(member(), join="link")
    link = link_to(table)
    browser(table.host).post(f"/tables/{table.code}/revoke/")
    revoked, made_up = client.get(link), client.get("/t/" + "0" * 64 + "/")
    assert revoked.status_code == made_up.status_code == 404
    assert "This link leads nowhere" in text(revoked)
    assert text(revoked) == text(made_up)


def test_guessing_links_is_stopped_and_true_links_still_work(client: Client) -> None:  # check 48
    for number in range(invites.MOST_DEAD_LINKS):
        assert client.get(f"/t/{number:064x}/").status_code == 404
    for address in (f"/t/{10**9:064x}/", f"/t/{10**9:064x}/panel"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Retry-After"].isdigit()) == (429, True)
    assert client.get(link_to(opened(member()))).status_code == 200


# -- sitting down --------------------------------------------------------------------------------------------


def test_what_a_page_of_an_invite_link_is_sent_after_a_seat_was_taken_has_a_place_in_it(client: Client) -> None:
    """The page was drawn for a stranger: a part without a place there is a fault in the browser's console."""
    table = opened(member("Adaeze"), join="link", seats=3)
    link, bola = link_to(table), member("Bola")
    client.force_login(bola)
    drawn = client.get(link).content.decode()
    tables.join(table.code, bola, seen_agreement=table.agreement, token=link.split("/")[2])
    sent = client.get(f"{link}panel").content.decode()
    parts = re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob', sent)
    assert parts and [part for part in parts if f'id="{part}"' not in drawn] == []
    assert 'id="table-rest"' in client.get(f"/tables/{table.code}/panel").content.decode()


def test_from_the_link_to_the_started_game_in_two_taps_without_script(client: Client) -> None:
    table = opened(member("Adaeze"), join="link")
    page = client.get(link_to(table))  # the first tap, in the family chat
    answer = client.post(f"/tables/{table.code}/join/", {**join_form(page), "name": "Bola"}, follow=True)  # the second
    game = log_of(table)
    assert answer.redirect_chain[-1] == (f"/games/{game.code}/", 302)
    assert answer.status_code == 200
    assert [player.name for player in game.players.order_by("seat")] == ["Adaeze", "Bola"]
    assert browser(table.host).get(f"/tables/{table.code}/")["Location"] == f"/games/{game.code}/"


def test_a_member_joins_an_open_table_with_one_post() -> None:
    table, person = opened(member(), seats=3), member("Chinwe")
    page = browser(person).get(f"/tables/{table.code}/")
    assert "JOIN as Chinwe" in text(page)
    answer = browser(person).post(f"/tables/{table.code}/join/", join_form(page))
    assert answer["Location"] == f"/tables/{table.code}/"
    assert table.places.filter(user=person).exists()


def test_somebody_without_an_account_joins_an_open_table_too(client: Client) -> None:
    table = opened(member(), seats=3)
    page = client.get(f"/tables/{table.code}/")
    client.post(f"/tables/{table.code}/join/", join_form(page))
    assert table.places.get(number=1).user.is_guest


def test_the_contribution_of_the_browser_is_kept_with_the_seat(client: Client) -> None:
    table = opened(member(), seats=3)
    form = join_form(client.get(link_to(table))) | {"client_seed": "ab" * 16}
    client.post(f"/tables/{table.code}/join/", form)
    assert table.places.get(number=1).client_seed == "ab" * 16


def test_a_wrong_name_is_told_and_kept_and_nobody_is_made(client: Client) -> None:
    table = opened(member())
    people = User.objects.count()
    form = join_form(client.get(link_to(table)))
    answer = client.post(f"/tables/{table.code}/join/", {**form, "name": "Admin"})
    assert answer.status_code == 422
    assert "reserved" in text(answer) and 'value="Admin"' in answer.content.decode()
    assert join_form(answer) == form
    assert User.objects.count() == people


def test_who_comes_too_late_is_told_so_and_is_made_no_guest(client: Client) -> None:  # B09
    table = opened(member(), seats=3, start="host")
    form = join_form(client.get(link_to(table)))
    seated(table, member(), member())
    people = User.objects.count()
    answer = client.post(f"/tables/{table.code}/join/", {**form, "name": "Late"})
    assert answer.status_code == 409
    assert "All seats are taken" in text(answer)
    assert '<form class="join' not in answer.content.decode()
    assert User.objects.count() == people


def test_who_saw_other_rules_is_shown_the_new_ones_first(client: Client) -> None:
    table = opened(member(), seats=3)
    form = join_form(client.get(link_to(table)))
    tables.change_rules(table.code, table.host, rules("001", 3, hold_on="off"), table.seq)
    answer = client.post(f"/tables/{table.code}/join/", {**form, "name": "Bola"})
    assert answer.status_code == 409
    assert "The rules of this table have changed" in text(answer)
    assert 'value="Bola"' in answer.content.decode(), "the name is kept"
    assert not User.objects.filter(is_guest=True).exists(), "nobody has sat down"
    assert join_form(answer)["seen_agreement"] == "2"
    assert table.places.count() == 1


def test_joining_twice_is_no_error() -> None:
    table, person = opened(member(), seats=3), member()
    page = browser(person)
    form = join_form(page.get(f"/tables/{table.code}/"))
    for _time in range(2):
        assert page.post(f"/tables/{table.code}/join/", form).status_code == 302
    assert table.places.filter(user=person).count() == 1


# -- at the table --------------------------------------------------------------------------------------------


def test_the_host_starts_a_larger_table_with_those_who_came() -> None:
    host = member()
    table = seated(opened(host, seats=4), member("Bola"))
    page = browser(host)
    assert "You can start now" in text(page.get(f"/tables/{table.code}/"))
    page.post(f"/tables/{table.code}/start/", {"seen_seq": table.seq})
    assert log_of(table).seats == 2


def test_who_leaves_a_table_whose_match_is_over_is_told_so() -> None:
    people = [member("Ada"), member("Bola")]
    game = started(people)
    play.leave(game.code, people[0])
    page = browser(people[1])
    told = text(page.post(f"/tables/{game.table.code}/leave/", follow=True))
    assert "The match at this table is over." in told and "You have left the table" not in told


def test_a_stale_start_shows_the_fresh_table() -> None:  # B03
    host = member()
    table = seated(opened(host, seats=4), member())
    seated(table, member("Chinwe"))
    answer = browser(host).post(f"/tables/{table.code}/start/", {"seen_seq": table.seq})
    assert answer.status_code == 409
    assert "Chinwe" in text(answer)
    assert not table.games.exists()


def test_changing_a_rule_asks_everybody_again_with_the_change_marked() -> None:
    host, other = member(), member()
    table = opened(host, seats=3)
    theirs = browser(other)
    theirs.post(f"/tables/{table.code}/join/", join_form(theirs.get(f"/tables/{table.code}/")))
    table.refresh_from_db()
    form = {**FORM, "seats": "3", "hold_on": "next_only", "turn": "none", "seen_seq": str(table.seq)}
    assert browser(host).post(f"/tables/{table.code}/rules/", form).status_code == 302

    for address in (f"/tables/{table.code}/", f"/tables/{table.code}/panel"):  # loaded, and as it is pushed
        page = theirs.get(address)
        assert "The rules were changed" in text(page)
        asked = page.content.decode().split('<section id="table"')[1].split("<form")[0]
        assert "<details" not in asked
        marked = re.findall(r'<li class="new">([^<]*)', asked)
        assert [line.strip() for line in marked] == ["1: the next player misses a turn."]
    assert "Waiting for one person to agree" in text(browser(host).get(f"/tables/{table.code}/"))

    theirs.post(f"/tables/{table.code}/agree/", {"seen_agreement": "2", "client_seed": "-"})
    assert "The rules were changed" not in text(theirs.get(f"/tables/{table.code}/"))
    assert table.places.get(user=other).agreed == 2


def marked(page: Client, table: Table) -> list[str]:
    """What is marked as new on the rules that this person is asked about."""
    asked = page.get(f"/tables/{table.code}/").content.decode().split('id="rules-asked"')[1].split("</ul>")[0]
    return [line.strip() for line in re.findall(r'<li class="new">([^<]*)', asked)]


def test_what_changed_is_marked_in_any_browser_against_what_the_person_agreed_to() -> None:
    host, other = member(), member()
    table = seated(opened(host, seats=3), other)
    for hold_on in ("off", "next_only"):  # two changes before the person looks: both count from what was agreed
        table = tables.change_rules(table.code, host, rules("001", 3, hold_on=hold_on, pick2="off"), table.seq)
    for page in (browser(other), browser(other)):
        assert marked(page, table) == ["1: the next player misses a turn.", "2 is a plain card."]
    tables.agree(table.code, other, table.agreement)
    table.refresh_from_db()
    tables.change_rules(table.code, host, rules("001", 3, hold_on="next_only"), table.seq)
    lines = marked(browser(other), table)
    assert len(lines) == 1 and lines[0].startswith("2:"), "what was agreed to since is no change"
    strange = browser(member()).get(f"/tables/{table.code}/").content.decode()
    assert 'class="new"' not in strange and "just changed" not in strange


def test_a_pushed_question_to_agree_is_the_one_of_the_page() -> None:
    host, other = member(), member()
    table = seated(opened(host, seats=3), other)
    tables.change_rules(table.code, host, rules("001", 3, hold_on="off", games=3), table.seq)

    def asked(address: str) -> str:
        page = browser(other).get(address).content.decode().split('<section id="table"')[1]
        part = page.split("\n</section>")[0]
        return re.sub(r'value="[^"]*"', "", part)  # the token of the form is drawn anew for each page

    page = asked(f"/tables/{table.code}/")
    assert page == asked(f"/tables/{table.code}/panel")
    assert page.index('id="rules-asked"') < page.index("/agree/")


def test_a_stale_agreement_is_not_taken_for_the_new_rules() -> None:
    host, other = member(), member()
    table = seated(opened(host, seats=3), other)
    table = tables.change_rules(table.code, host, rules("001", 3, hold_on="off"), table.seq)
    tables.change_rules(table.code, host, rules("001", 3, pick2="off"), table.seq)
    answer = browser(other).post(f"/tables/{table.code}/agree/", {"seen_agreement": "2", "client_seed": "-"})
    assert answer.status_code == 409
    assert "changed again" in text(answer)


def test_a_stale_change_of_rules_keeps_what_was_typed() -> None:
    host = member()
    table = opened(host, seats=3)
    seated(table, member())
    form = {**FORM, "seats": "3", "games": "7", "seen_seq": str(table.seq)}
    answer = browser(host).post(f"/tables/{table.code}/rules/", form)
    assert answer.status_code == 409
    assert 'name="games" inputmode="numeric" autocomplete="off" value="7"' in answer.content.decode()


def test_abandon_leads_home_and_frees_the_seat() -> None:
    host, other = member(), member()
    table = seated(opened(host, seats=3), other)
    client = browser(other)
    assert client.post(f"/tables/{table.code}/leave/")["Location"] == "/"
    assert not table.places.filter(user=other).exists()
    assert "You have left the table." in text(client.get("/"))


@pytest.mark.parametrize("way", ["close", "leave"])
def test_who_closes_a_table_is_told_that_it_is_closed(way: str) -> None:
    host = member()
    table = opened(host, seats=3)
    client = browser(host)
    assert client.post(f"/tables/{table.code}/{way}/")["Location"] == "/"
    assert "The table is closed. Whoever sat there is told." in text(client.get("/"))
    assert "The table is closed" not in text(client.get("/"))


def test_who_declines_an_invitation_or_changes_the_rules_is_told_so() -> None:
    host, friend = member(), member()
    friends(host, friend)
    table = opened(host, seats=3, join="friends")
    invitations.invite_friend(table.code, host, friend)
    client = browser(friend)
    client.post(f"/tables/{table.code}/decline/")
    assert "You declined the invitation." in text(client.get("/"))
    client = browser(host)
    table.refresh_from_db()
    client.post(f"/tables/{table.code}/rules/", {**FORM, "join": "friends", "seats": "4", "seen_seq": str(table.seq)})
    assert "The rules are changed." in text(client.get(f"/tables/{table.code}/"))


def test_the_host_sees_the_link_and_nobody_else_does() -> None:
    host, other = member(), member()
    table = seated(opened(host, seats=3), other)
    link = "http://testserver" + link_to(table)
    assert f'value="{link}"' in browser(host).get(f"/tables/{table.code}/").content.decode()
    assert link_to(table) not in browser(other).get(f"/tables/{table.code}/").content.decode()


def test_a_new_link_ends_the_one_before(client: Client) -> None:
    host = member()
    table = opened(host, join="link")
    old = link_to(table)
    browser(host).post(f"/tables/{table.code}/invite/")
    table.refresh_from_db()
    assert link_to(table) != old
    assert (client.get(old).status_code, client.get(link_to(table)).status_code) == (404, 200)


def test_a_friend_is_invited_from_the_table_page() -> None:
    host, friend = member(), member("Zainab")
    friends(host, friend)
    table = opened(host, join="friends")
    page = browser(host)
    assert f'<option value="{friend.pk}">Zainab</option>' in page.get(f"/tables/{table.code}/").content.decode()
    page.post(f"/tables/{table.code}/invite-friend/", {"friend": friend.pk})
    assert Invitation.objects.get(table=table).user == friend
    assert "invites you" in text(browser(friend).get("/"))
    assert browser(friend).get(f"/tables/{table.code}/").status_code == 200


def test_the_commitments_of_all_deals_are_shown_before_anybody_sits_down(client: Client) -> None:  # wgs1, step 1
    table = opened(member(), preset="003", seats=3, games=5)
    page = client.get(link_to(table)).content.decode()
    shown = re.findall(r"<li data-deal=\"[^\"]+\">([0-9a-f]{64})</li>", page)
    assert shown == list(table.deals.order_by("number").values_list("commitment", flat=True))
    assert len(shown) == 5


def test_a_waiting_page_without_script_looks_again_by_itself() -> None:
    host, other = member(), guest()
    table = seated(opened(host, seats=3), other)
    assert '<noscript><meta http-equiv="refresh"' in browser(other).get(f"/tables/{table.code}/").content.decode()
    assert "http-equiv" not in browser(member()).get(f"/tables/{table.code}/").content.decode()


def test_the_changing_part_leads_to_the_game_once_it_started() -> None:
    host, other = member(), member()
    table = opened(host)
    assert "data-go" not in browser(host).get(f"/tables/{table.code}/panel?host=1").content.decode()
    seated(table, other)
    panel = browser(host).get(f"/tables/{table.code}/panel").content.decode()
    assert f'data-go="/games/{log_of(table).code}/"' in panel
    assert "data-go" not in browser(member()).get(f"/tables/{table.code}/panel").content.decode()


@pytest.mark.usefixtures("unlimited_moves")
@pytest.mark.parametrize("onlookers", [True, False])
def test_a_finished_table_leads_to_its_games(onlookers: bool) -> None:
    me = member()
    first = played_out(started([me, member()], games=2, onlookers=onlookers))
    second = played_out(log_of(first.table))
    for part in ("", "panel"):
        page = browser(me).get(f"/tables/{second.table.code}/{part}")
        assert "The match at this table is over." in text(page) and "closed" not in text(page)
        shown = re.findall(r'href="(/games/\w+/)"', page.content.decode())
        assert shown == [f"/games/{first.code}/", f"/games/{second.code}/"]
    page = browser(member()).get(f"/tables/{second.table.code}/")
    assert (page.status_code, "/games/" in page.content.decode()) == (200, onlookers)


def test_the_changing_part_holds_no_field_that_somebody_types_in() -> None:
    host = member()
    for address in (f"/tables/{opened(host).code}/panel", "/muster/panel"):
        page = browser(host).get(address).content.decode()
        assert set(re.findall(r'<input type="(\w+)"', page)) <= {"hidden"}
        assert not re.search(r"<(select|textarea|details|input (?!type=\"hidden\"))", page)


def test_a_closed_table_leads_on() -> None:
    host = member()
    table = opened(host, seats=3)
    tables.close(table.code, host)
    page = browser(host).get(f"/tables/{table.code}/").content.decode().split('<section id="table"')[1]
    assert 'href="/"' in page and 'href="/tables/new/"' in page


def test_the_host_sees_whom_an_invitation_waits_for_and_asks_nobody_twice() -> None:
    host, asked, coming, other = member("Ada"), member("Obi"), member("Uju"), member("Ike")
    for friend in (asked, coming, other):
        friends(host, friend)
    table = opened(host, seats=4, join="friends")
    client = browser(host)
    for friend in (asked, coming):
        client.post(f"/tables/{table.code}/invite-friend/", {"friend": friend.pk})
    tables.join(table.code, coming, seen_agreement=1)
    page = client.get(f"/tables/{table.code}/")
    assert "Invited, on their musters, and by mail who has an address: Obi" in text(page)
    choices = re.findall(r'<option value="\d+">([^<]*)', page.content.decode())
    assert choices == ["Ike"]


def test_who_becomes_the_host_is_led_to_a_page_with_the_link() -> None:
    first, heir = member(), member()
    table = seated(opened(first, seats=3), heir)
    client, address = browser(heir), f"/tables/{table.code}/"

    def asks() -> str:
        return html.unescape(re.findall(r'hx-get="([^"]*)"', client.get(address).content.decode())[0])

    before = asks()
    assert "data-go" not in client.get(before).content.decode()
    tables.leave(table.code, first)
    assert f'data-go="{address}"' in client.get(before).content.decode()
    assert "invite-link" in client.get(address).content.decode()
    assert "data-go" not in client.get(asks()).content.decode(), "once"
