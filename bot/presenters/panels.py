"""Renders panels around a game: the table's options, leaving, ending, the deal and the rules.

A panel is an ephemeral message with buttons, which one person alone sees.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, replace

from bot.domain.changes import Click
from bot.domain.dealing import Verdict
from bot.domain.guessing import only_watches
from bot.domain.host import format_host_name
from bot.domain.leaving import seats_by_leaver
from bot.domain.outcomes import NUMBERS_EVENT
from bot.domain.seating import is_full
from bot.domain.skipping import find_next_skip, find_silent_seats
from bot.domain.table import Finished, IdleCheck, Lobby, Match, Table, find_timer, is_closed
from bot.engine.chance import compute_commitment
from bot.engine.game import Place
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.screen import (
    MAX_ROWS_PER_MESSAGE,
    Button,
    Field,
    Link,
    OpenScreen,
    OwnScreen,
    Screen,
    Select,
    TableAction,
    TemporaryScreen,
    arrange_in_rows,
)
from bot.engine.screens import ScreenContext
from bot.engine.teams import describe_teams
from bot.engine.text_helpers import NO_BREAK_SPACE, format_medals, join_lines, join_paragraphs
from bot.i18n import Text, text
from bot.presenters.consent import describe_request, make_request_buttons
from bot.presenters.lobby import describe_levels, describe_options, format_level, make_pace_buttons
from bot.presenters.onlookers import render_onlooker, tell_guess
from bot.presenters.skipping import describe_skips, make_skip_buttons, mark_stand_ins
from bot.presenters.welcome import format_title

END_TABLE = TableAction("end-yes")
"""Closes the table of the pressed message, or asks its other people to agree."""
LEAVE_TABLE = TableAction("leave-yes")
"""Leaves the table of the pressed message without asking again."""


class TablePanel(TemporaryScreen, frozen=True, gc=False):
    """A table's panel for one person: its options, and what the person can do there."""

    click: Click | None = None
    """The press that opened the panel."""
    changes_at: float = 0.0
    """When a silent player can be skipped or was skipped, in seconds since 1970. 0 means never."""


def render_table_panel(
    table: Table, package: GamePackage, click: Click, context: ScreenContext, now: float
) -> TablePanel:
    """Return the panel that the button "Table" on a game's board opens for one person.

    It lists the table's options. Its buttons leave or end a running game, let the computer play for
    silent players, and show the proof of a fair deal.
    """
    say, user = context.say, click.user
    told = [describe_options(table, package, context)]
    host = table.seat_of(table.host) if table.host else None
    if host is not None:
        told.append(say("panel-host", name=context.names[host]))
    if len(package.computers.levels) > 1:
        for name, player in zip(context.names, table.players, strict=True):
            if player.user is None and not player.is_vacant:
                level = format_level(say, player, package)
                told.append(say("computer-level", name=name, level=level))
        told.extend(describe_levels(table, package, context))
    rows: list[tuple[Button | Select, ...]] = []
    buttons = []
    if isinstance(table, Match):
        if table.seat_of(user) is not None:
            buttons.append(Button(say("button-leave"), TableAction("leave"), emoji="🚪"))
        if user == table.host or click.can_manage_messages:
            buttons.append(Button(say("button-end"), TableAction("end"), "bad", "✖️"))
        buttons.append(Button(say("button-deal"), TableAction("deal"), emoji="🔒"))
        rows.append(tuple(buttons))
        if user == table.host:
            rows.extend(filter(None, (make_pace_buttons(table, say),)))
    seats = find_silent_seats(table, package, now) if user == table.host else ()
    if seats:
        options = tuple((str(table.players[seat].user), context.labels[seat]) for seat in seats)
        rows.append((Select(say("panel-hand-over"), TableAction("hand-over"), options),))
        told.append(say("panel-silent"))
    if table.seat_of(user) is not None:
        told.extend(filter(None, (describe_request(table, package, context),)))
        rows.extend(filter(None, (make_request_buttons(table, context),)))
    told.extend(describe_skips(table, user, context, now))
    rows.extend(make_skip_buttons(table, user, context, now))
    return TablePanel(
        say("panel-title"),
        join_lines(*told),
        rows=tuple(rows[:MAX_ROWS_PER_MESSAGE]),
        table=table.id,
        click=click,
        changes_at=find_next_skip(table, user, now),
    )


def render_outside(
    table: Table, package: GamePackage, user: int, context: ScreenContext, told: Sequence[str]
) -> Screen:
    """Return the screen for a person without a seat at a table, or for anybody at a closed table.

    A person who left a running game gets a button to come back. Onlookers may guess the winner
    while the game is in its first half. `told` are the lines about its last events, the newest
    last.
    """
    if user in seats_by_leaver(table):
        row = (make_come_back_button(context.say),)
        return OwnScreen("", content=context.say("left-playing"), rows=(row,))
    if isinstance(table, Lobby) and user in {person.user for person in table.removed}:
        told = context.say("removed-by-host", name=format_host_name(table))
        return TemporaryScreen("", content=told)
    key = f"onlooker-{table.phase}"
    if is_closed(table):
        key = "lesson-closed" if table.is_lesson else "closed"
    if isinstance(table, Match) and only_watches(table, package, user):
        return render_onlooker(table, package, user, context, told)
    if table.seat_of(user) is not None:
        return OwnScreen("", content=context.say(key))
    guess = tell_guess(table, package, user, context) if isinstance(table, Finished) else ""
    return TemporaryScreen("", content=guess or context.say(key))


def make_come_back_button(say: Text) -> Button:
    """Return the button with which a person who left a running game takes their seat again."""
    return Button(say("button-come-back"), TableAction("come-back"), emoji="↩️")


def format_copy_line(
    table: Finished, package: GamePackage, places: Sequence[Place], context: ScreenContext
) -> str:
    """Return one line to copy about a finished game: its medals, and the numbers that tell much."""
    told = [event.values for event in table.public_events if event.name == NUMBERS_EVENT]
    numbers = [
        context.say(f"number-{name}", count=count).replace(" ", NO_BREAK_SPACE)
        for values in told[-1:]
        for name, count in zip(values[::2], values[1::2], strict=True)
        if name in package.numbers
    ]
    return " · ".join(filter(None, (format_medals(places, context), *numbers)))


def format_final_standings(table: Finished, package: GamePackage, context: ScreenContext) -> str:
    """Return the players' places in a game that somebody ended early, or "" without such places."""
    if table.ended_by is None:
        return ""
    context = mark_stand_ins(table, context)
    found = package.game.interim_standings(table.state)
    places = describe_teams(found, context.names, context.say, is_over=False) or [
        context.say(
            "ended-place", rank=place.rank, name=context.names[place.seat], points=str(place.points)
        )
        for place in found
    ]
    return context.say("ended-places", places=" · ".join(places)) if places else ""


def ask_to_leave(
    say: Text, table_id: int, *, computer_takes_seat: bool, confirm: TableAction = LEAVE_TABLE
) -> Screen:
    """Return the screen that asks a player whether to leave a running game.

    `table_id` is 0 if the person may be in another channel.
    """
    yes = _make_leave_button(say, confirm)
    row = (yes, _make_no_button(say)) if table_id else (yes,)
    told = _describe_leaving(say, computer_takes_seat=computer_takes_seat)
    return TemporaryScreen(say("leave-title"), told, rows=(row,), table=table_id)


def ask_to_stop(say: Text, table_id: int, *, computer_takes_seat: bool) -> Screen:
    """Return the screen for a player who wants to end a game that others are playing.

    The player can ask the others to agree, or leave.
    """
    ask = Button(say("button-stop-ask"), END_TABLE, "main", "✋")
    row = (ask, _make_leave_button(say, LEAVE_TABLE), _make_no_button(say))
    leaving = _describe_leaving(say, computer_takes_seat=computer_takes_seat)
    told = join_paragraphs(say("stop-ask"), say("stop-or-leave", leaving=leaving))
    return TemporaryScreen(say("stop-title"), told, rows=(row,), table=table_id)


def _make_leave_button(say: Text, confirm: TableAction) -> Button:
    return Button(say("button-leave-yes"), confirm, "bad", "🚪")


def _describe_leaving(say: Text, *, computer_takes_seat: bool) -> str:
    return say("leave-text" if computer_takes_seat else "leave-text-vacant")


def ask_to_end(say: Text, table_id: int, confirm: TableAction = END_TABLE) -> Screen:
    """Return the screen that asks a person whether to close the table for everybody.

    `table_id` is 0 if the person may be in another channel.
    """
    yes = Button(say("button-end-yes"), confirm, "bad", "✖️")
    row = (yes, _make_no_button(say)) if table_id else (yes,)
    return TemporaryScreen(say("end-title"), say("end-text"), rows=(row,), table=table_id)


def _make_no_button(say: Text) -> Button:
    return Button(say("button-no"), OpenScreen(0), emoji="↩️")


def make_always_words_button(say: Text, press: TableAction, reads_text: bool) -> Button:
    """Return the button that turns a person's pictures off everywhere, or on again.

    The argument of `press` becomes "yes" for no pictures, or else "no".
    """
    if reads_text:
        return Button(say("button-words-pictures"), replace(press, argument="no"), emoji="🖼️")
    return Button(say("button-words-always"), replace(press, argument="yes"), emoji="🔤")


def board_url(table: Table) -> str:
    """Return the URL of a table's board, or of its channel if there is no board."""
    return f"https://discord.com/channels/{table.guild}/{table.channel}/{table.board.message or ''}"


def make_board_link(say: Text, table: Table) -> Link:
    """Return the button that leads to a table's board."""
    return Link(say("button-board"), board_url(table))


def point_to_board(say: Text, key: str, table: Table) -> TemporaryScreen:
    """Return an answer of one sentence, with a button that leads to a table's board."""
    row = (make_board_link(say, table),)
    return TemporaryScreen("", content=say(key), rows=(row,), table=table.id)


def point_to_open_table(
    table: Lobby | Match, game: str, user: int, language: str, registry: GameRegistry
) -> TemporaryScreen:
    """Return the answer to a person who wants to play a game where another table is open.

    Before its game starts, people can join the open table, and its host can change its game.
    """
    say = text(language, registry[table.game].text)
    seat = table.seat_of(user)
    buttons: list[Button] = []
    if isinstance(table, Lobby):
        is_seated = seat is not None and table.players[seat].confirmed
        if not is_seated and not is_full(table, registry[table.game]):
            buttons.append(Button(say("button-join"), TableAction("join"), "main", "🐾"))
        if user == table.host and game != table.game:
            title = format_title(language, registry[game])
            change = TableAction("change-game", game)
            buttons.append(Button(say("button-change-game", game=title), change, emoji="🔀"))
    row: tuple[Button | Link, ...] = (*buttons, make_board_link(say, table))
    return TemporaryScreen("", content=_tell_open_table(say, table), rows=(row,), table=table.id)


def _tell_open_table(say: Text, table: Lobby | Match) -> str:
    return say("channel-taken", game=say("game-title"), phase=table.phase)


def render_aside(table: Match, package: GamePackage, context: ScreenContext) -> Screen:
    """Return the board of a game that was put aside, with the button with which it goes on."""
    screen = package.screens.board(package.game.view(table.state, None), context)
    closes = find_timer(table, IdleCheck("close"))
    kept = context.say("aside-kept", until=str(int(closes.at))) if closes else ""
    text, row = join_paragraphs(kept, screen.text), (make_resume_button(context.say),)
    changes = {"content": context.say("aside"), "text": text, "rows": (row,)}
    return Screen(**{**asdict(screen), **changes})


def make_resume_button(say: Text) -> Button:
    """Return the button with which a person goes on with a game that was put aside."""
    return Button(say("button-resume"), TableAction("resume"), "main", "🐾")


def offer_aside_game(say: Text, answer: Screen, game: Table) -> TemporaryScreen:
    """Return an answer that also offers to go on with a person's game that was put aside."""
    content = join_lines(answer.content, say("aside-found"))
    rows = ((make_resume_button(say),), *answer.rows)
    return TemporaryScreen("", content=content, rows=rows, table=game.id)


def offer_room(
    say: Text, table: Lobby | Match, wish: str, *, is_game_missing: bool = False
) -> TemporaryScreen:
    """Return the offer to make room in a channel whose table nobody uses.

    `wish` is what happens after that, as the argument of the action "make-room". If the table's
    game is not installed, `say` has only the shared texts.
    """
    key = "room-lobby" if isinstance(table, Lobby) else "room-game"
    label = "button-resume" if wish.startswith("resume/") else f"button-{key}"
    button = Button(say(label), TableAction("make-room", wish), "main", "🐾")
    if is_game_missing:
        told = say("room-asleep")
    else:
        has_podium = isinstance(table, Lobby) and table.evening is not None and table.evening.games
        ends = say("room-evening") if has_podium else ""
        told = join_lines(_tell_open_table(say, table), say(key), ends)
    row = (button, make_board_link(say, table))
    return TemporaryScreen("", content=told, rows=(row,), table=table.id)


def close_hosted(table_id: int, confirmation: str = "") -> TableAction:
    """Return the action of a button that closes a table from any channel, for the table's host.

    `confirmation` is "/yes" after the person confirmed to end a running game.
    """
    return TableAction("close-hosted", f"{table_id}{confirmation}")


def list_hosted(
    say: Text, tables: Sequence[tuple[Table, str]], hosted_count: int, max_hosted: int
) -> Screen:
    """Return the open tables that a person hosts, each with a link and a button to close it.

    So the person can make room for a new table.
    """
    told, buttons = [], []
    for number, (table, game) in enumerate(tables, 1):
        link, channel, at = board_url(table), str(table.channel), str(int(table.clicked_at))
        where = {"link": link, "channel": channel, "phase": table.phase, "at": at}
        told.append(say("hosted-line", number=number, game=game, **where))
        label = say("button-close-hosted", number=number)
        buttons.append(Button(label, close_hosted(table.id), "bad", "✖️"))
    first = say("hosted-room") if hosted_count < max_hosted else say("hosted-full", most=max_hosted)
    lines = join_paragraphs(first, join_lines(*told))
    return Screen(say("hosted-title"), lines, rows=arrange_in_rows(buttons))


def render_locked_deal(say: Text, table: Match) -> Screen:
    """Return the panel that proves a fair deal during a game: the hash of the secret seed.

    All chance in the game follows from the seed, which people can compare when the game is over.
    """
    hash_ = Field(say("deal-hash"), f"`{compute_commitment(table.seed)}`")
    return Screen(say("deal-title"), say("deal-locked"), fields=(hash_,))


def render_verified_deal(
    say: Text, table: Finished, options: Mapping[str, str], verdict: Verdict
) -> Screen:
    """Return the panel that proves a fair deal after a game: the seed, and if it deals the same."""
    return _render_open_deal(say, table, options, say(f"deal-{verdict}"))


def render_deal_of_other_rules(
    say: Text, table: Finished, options: Mapping[str, str], rules: int
) -> Screen:
    """Return the panel about the deal of a game of older rules, which the bot cannot repeat."""
    told = say("deal-other-rules", dealt=str(table.rules), today=str(rules))
    return _render_open_deal(say, table, options, told)


def _render_open_deal(say: Text, table: Finished, options: Mapping[str, str], told: str) -> Screen:
    """Return the panel with a game's seed, and a command line for `docs/check_deal.py`."""
    hash_ = compute_commitment(table.seed)
    chosen = (f"{name}={choice}" for name, choice in options.items())
    words = (table.game, table.seed.hex(), str(len(table.players)), hash_, *chosen)
    line = say("deal-line", words=" ".join(words))
    return Screen(
        say("deal-title"),
        told,
        fields=(
            Field(say("deal-seed"), f"`{table.seed.hex()}`"),
            Field(say("deal-hash"), f"`{hash_}`"),
            Field(say("deal-yourself"), f"{say('deal-how')}\n{line}"),
        ),
    )


def render_rules(
    game: str,
    package: GamePackage,
    page: int,
    language: str,
    table: Table | None,
    *,
    reads_text: bool = False,
) -> Screen:
    """Return a page of a game's rules, with buttons to the previous and the next page.

    A page that is too high shows the last one. At a table of text only, it has no pictures.
    """
    say = text(language, package.text)
    has_pictures = package.pictures is not None if table is None else not table.text_only
    pictures = has_pictures and not reads_text
    context = ScreenContext(say, (), (), pictures, package.emojis if pictures else {})
    last = len(package.rulebook.pages) - 1
    page = min(page, last)
    back, on = (TableAction("rules", f"{game}/{to}") for to in (page - 1, page + 1))
    row = (
        Button(say("button-previous"), back, disabled=page == 0),
        Button(say("button-next"), on, "main", disabled=page == last),
    )
    footer = say("rules-page", page=page + 1, pages=last + 1)
    screen = package.rulebook.render(page, context)
    return replace(screen, rows=(row,), footer=footer, table=table.id if table else 0)
