"""Renders the answers to people who call others, and the panel of those who want to be called."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.domain.calls import HOURS_PER_DAY, CallSubscription, LobbyCall
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, Item, Screen, Select, TableAction, TemporaryScreen
from bot.engine.text_helpers import join_lines
from bot.i18n import Text
from bot.presenters.time_zones import make_zone_select
from bot.presenters.welcome import format_title, make_call_me_button

ALL_GAMES = "all"
ZONE_PRESS = TableAction("call-set", "zone")
MAX_LISTED_GAMES = 24
"""The maximum number of games in a menu, beside the option for all of them."""


def render_call_panel(
    say: Text,
    subscription: CallSubscription,
    games: GameRegistry,
    now: float,
    *,
    is_stored: bool,
    note: str = "",
) -> Screen:
    """Return the panel in which a person chooses when to be called on a server, and for what.

    If the person is not called yet, `is_stored` is False, and the panel shows the defaults.
    """
    chosen = subscription.games or (ALL_GAMES,)
    listed = list(games.items())[:MAX_LISTED_GAMES]
    titles = tuple((name, format_title(say.language, package)) for name, package in listed)
    if is_stored:
        button = make_call_off_button(say)
    else:
        button = Button(say("button-call-me"), TableAction("call-set", "on"), "main", "📣")
    wish, hours = subscription, range(HOURS_PER_DAY)
    menus = (
        Select(
            say("call-games-which"),
            TableAction("call-set", "games"),
            ((ALL_GAMES, say("call-games-all")), *titles),
            max_values=len(titles) + 1,
            chosen=tuple(name for name in chosen if name == ALL_GAMES or name in games),
        ),
        make_zone_select(say, say("call-zone-which"), ZONE_PRESS, wish.zone, now),
        _make_select(say, "from", _list_hours(say, "from", hours), wish.from_hour),
        _make_select(say, "until", _list_hours(say, "until", hours, 1), wish.until_hour),
    )
    state = say("call-me-on" if is_stored else "call-me-off")
    rows: tuple[tuple[Item, ...], ...] = (*((menu,) for menu in menus), (button,))
    told = join_lines(say("call-me-text"), state)
    return Screen(say("call-me-title"), told, rows=rows, note=note)


def _make_select(
    say: Text, name: str, options: Iterable[tuple[str, str]], chosen: str | int
) -> Select:
    press = TableAction("call-set", name)
    return Select(say(f"call-{name}-which"), press, tuple(options), chosen=(str(chosen),))


def _list_hours(say: Text, name: str, hours: range, later: int = 0) -> Iterator[tuple[str, str]]:
    for hour in hours:
        yield str(hour + later), say(f"call-{name}", time=f"{hour + later:02}:00")


def make_call_off_button(say: Text) -> Button:
    """Return the button that takes a person off the list."""
    return Button(say("button-call-off"), TableAction("call-off"), emoji="🔕")


def make_calls_button(
    say: Text, subscriptions: Sequence[CallSubscription], guild: int
) -> Button | None:
    """Return the button that says which calls a person gets, and leads to their choices.

    On a server, they are those of that server. In direct messages (`guild` 0), they are those of
    all servers, which the button ends. None means that there are none.
    """
    if guild:
        button = make_call_me_button(say)
        for each in subscriptions:
            if each.guild == guild:
                hours = {"start": str(each.from_hour), "end": str(each.until_hour)}
                button = replace(button, label=say("button-call-hours", **hours))
        return button
    if not subscriptions:
        return None
    label = say("button-call-off-servers", servers=len(subscriptions))
    return replace(make_call_off_button(say), label=label)


def render_called(say: Text, call: LobbyCall, table_id: int) -> TemporaryScreen:
    """Return the answer to the person who has called people to a lobby."""
    if call.role:
        told = say("called-role", role=f"<@&{call.role}>")
    else:
        told = say("called-people", people=len(call.users))
    return _render_answer(say, told, table_id)


def render_nobody_to_call(say: Text, table_id: int) -> TemporaryScreen:
    """Return the answer to a person who wants to call people when nobody wants to be called."""
    return _render_answer(say, say("call-nobody"), table_id)


def _render_answer(say: Text, told: str, table_id: int) -> TemporaryScreen:
    row = (make_call_me_button(say),)
    return TemporaryScreen("", content=told, rows=(row,), table=table_id)


def render_not_called(say: Text, *, is_on_server: bool) -> TemporaryScreen:
    """Return the answer to a person who is not called any more."""
    row = (make_call_me_button(say),)
    return TemporaryScreen("", content=say("call-off"), rows=(row,) if is_on_server else ())
