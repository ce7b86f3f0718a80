"""Private panels around a game: the table's settings, leaving, ending, help."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.domain.changes import Click
from bot.domain.dealing import Verdict
from bot.domain.playing import can_guess_winner, is_onlooker
from bot.domain.presence import find_silent_seats, seats_by_leaver
from bot.domain.seating import format_host_name
from bot.domain.table import Finished, Lobby, Match, Table, is_closed
from bot.engine.box import GamePackage
from bot.engine.chance import compute_commitment
from bot.engine.screen import (
    Button,
    Field,
    OwnScreen,
    Screen,
    ScreenContext,
    Select,
    TableAction,
    TemporaryScreen,
    arrange_in_rows,
)
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.i18n import Text, text
from bot.presenters.lobby import describe_levels, describe_options, format_level, make_pace_buttons

END_TABLE = TableAction("end-yes")
"""Closes the table of the message without a further question."""


def render_table_panel(
    table: Table, box: GamePackage, click: Click, here: ScreenContext, now: float
) -> Screen:
    """Return the panel behind the board's button "Table"."""
    say = here.say
    told = [describe_options(table, box, here)]
    hosts = [here.names[seat] for seat, p in enumerate(table.players) if p.user == table.host]
    if table.host and hosts:
        told.append(say("panel-host", name=hosts[0]))
    if len(box.game.levels) > 1:
        told.extend(
            say("computer-level", name=here.names[seat], level=format_level(say, player, box))
            for seat, player in enumerate(table.players)
            if player.user is None and not player.is_vacant
        )
        told.extend(describe_levels(table, box, here))
    rows: list[tuple[Button | Select, ...]] = []
    buttons = []
    if isinstance(table, Match):
        if table.seat_of(click.user) is not None:
            buttons.append(Button(say("button-leave"), TableAction("leave"), emoji="🚪"))
        if click.user == table.host or click.manager:
            buttons.append(Button(say("button-end"), TableAction("end"), "bad", "✖️"))
        buttons.append(Button(say("button-deal"), TableAction("deal"), emoji="🔒"))
        rows.append(tuple(buttons))
        if click.user == table.host:
            rows.extend(filter(None, (make_pace_buttons(table, say),)))
    seats = find_silent_seats(table, now) if click.user == table.host else ()
    if seats:
        options = tuple((str(table.players[seat].user), here.labels[seat]) for seat in seats)
        rows.append((Select(say("panel-hand-over"), TableAction("hand-over"), options),))
        told.append(say("panel-silent"))
    return Screen(say("panel-title"), join_lines(*told), rows=tuple(rows), table=table.id)


class ClosedScreen(OwnScreen, TemporaryScreen, frozen=True, gc=False):
    """Tells somebody who sits at a table, in place of their own screen, that it is closed."""


def render_outside(table: Table, box: GamePackage, user: int, here: ScreenContext) -> Screen:
    """Tell somebody who does not sit at a table so, and whoever left a game how to come back.

    Onlookers may guess who wins while it is early. At a table that is closed it is the same for
    all.
    """
    if user in seats_by_leaver(table):
        return OwnScreen(
            "", content=here.say("left-playing"), rows=((make_come_back_button(here.say),),)
        )
    if isinstance(table, Lobby) and user in {person.user for person in table.removed}:
        told = here.say("removed-by-host", name=format_host_name(table))
        return TemporaryScreen("", content=told)
    key = f"onlooker-{table.phase}"
    if is_closed(table):
        key = "lesson-closed" if table.is_lesson else "closed"
    if is_onlooker(table, user) and can_guess_winner(table, box):
        seats = tuple((str(seat), name) for seat, name in enumerate(here.labels))
        guess = Select(here.say("guess-who-wins"), TableAction("who-wins"), seats)
        return Screen("", content=here.say(key), rows=((guess,),), table=table.id)
    if table.seat_of(user) is not None:
        return ClosedScreen("", content=here.say(key))
    return TemporaryScreen("", content=here.say(key))


def make_come_back_button(say: Text) -> Button:
    """Return the button by which whoever left a game takes their seat again."""
    return Button(say("button-come-back"), TableAction("come-back"), emoji="↩️")


def format_final_standings(table: Finished, box: GamePackage, here: ScreenContext) -> str:
    """Return how a game stood that was ended early, "" if there is nothing to tell."""
    if table.ended_by is None:
        return ""
    places = [
        here.say(
            "ended-place", rank=place.rank, name=here.names[place.seat], points=str(place.points)
        )
        for place in box.game.interim_standings(table.state)
    ]
    return here.say("ended-places", places=" · ".join(places)) if places else ""


def ask_to_leave(say: Text, table_id: int, *, heir: bool) -> Screen:
    """Ask whether a person really leaves a running game; `heir`: a computer takes the seat."""
    row = (Button(say("button-leave-yes"), TableAction("leave-yes"), "bad", "🚪"),)
    told = say("leave-text" if heir else "leave-text-vacant")
    return Screen(say("leave-title"), told, rows=(row,), table=table_id)


def ask_to_end(say: Text, table_id: int, confirm: TableAction = END_TABLE) -> Screen:
    """Ask whether the table is really closed for all; `confirm` is what "yes" does."""
    row = (Button(say("button-end-yes"), confirm, "bad", "✖️"),)
    return Screen(say("end-title"), say("end-text"), rows=(row,), table=table_id)


def board_url(table: Table) -> str:
    """Return the address of a table's board."""
    return f"https://discord.com/channels/{table.guild}/{table.channel}/{table.board.message or ''}"


def close_hosted(table_id: int, confirmed: str = "") -> TableAction:
    """Return what closes an open table from any channel; a running game asks until confirmed."""
    return TableAction("close-hosted", f"{table_id}{confirmed}")


def list_hosted(say: Text, tables: Sequence[tuple[Table, str]], count: int, most: int) -> Screen:
    """List the open tables that somebody hosts, each with the title of its game.

    Each has a link to its board, and a button that closes it. `count` is how many there are in all,
    `most` how many there may be.
    """
    told, buttons = [], []
    for number, (table, game) in enumerate(tables, 1):
        told.append(
            say(
                "hosted-line",
                number=number,
                game=game,
                link=board_url(table),
                channel=str(table.channel),
                phase=table.phase,
                at=str(int(table.clicked_at)),
            )
        )
        label = say("button-close-hosted", number=number)
        buttons.append(Button(label, close_hosted(table.id), "bad", "✖️"))
    first = say("hosted-room") if count < most else say("hosted-full", most=most)
    return Screen(
        say("hosted-title"),
        join_paragraphs(first, join_lines(*told)),
        rows=arrange_in_rows(buttons),
    )


def render_locked_deal(say: Text, table: Match) -> Screen:
    """Show the hash of the seed, which nobody is told before the game is over."""
    hash_ = Field(say("deal-hash"), f"`{compute_commitment(table.seed)}`")
    return Screen(say("deal-title"), say("deal-locked"), fields=(hash_,))


def render_verified_deal(
    say: Text, table: Finished, options: Mapping[str, str], found: Verdict
) -> Screen:
    """Show what came of dealing again from the seed, with these options of the game."""
    return _render_open_deal(say, table, options, say(f"deal-{found}"))


def render_deal_of_other_rules(
    say: Text, table: Finished, options: Mapping[str, str], rules: int
) -> Screen:
    """Show that the table was dealt by rules of another number than today's, `rules`."""
    told = say("deal-other-rules", dealt=str(table.rules), today=str(rules))
    return _render_open_deal(say, table, options, told)


def _render_open_deal(
    say: Text, table: Finished, options: Mapping[str, str], verdict: str
) -> Screen:
    """Show the seed, and the line by which it can be dealt from elsewhere: `docs/check_deal.py`."""
    hash_ = compute_commitment(table.seed)
    chosen = (f"{name}={choice}" for name, choice in options.items())
    words = (table.game, table.seed.hex(), str(len(table.players)), hash_, *chosen)
    line = say("deal-line", words=" ".join(words))
    return Screen(
        say("deal-title"),
        verdict,
        fields=(
            Field(say("deal-seed"), f"`{table.seed.hex()}`"),
            Field(say("deal-hash"), f"`{hash_}`"),
            Field(say("deal-yourself"), f"{say('deal-how')}\n{line}"),
        ),
    )


def render_rules(
    game: str, box: GamePackage, page: int, language: str, table: Table | None
) -> Screen:
    """Show a page of a game's rules, with buttons to turn it.

    A `render_table_panel` that is text only has no pictures here either.
    """
    say = text(language, box.text)
    pictures = box.pictures if table is None else not table.text_only
    here = ScreenContext(say, (), (), pictures, box.emojis if pictures else {})
    last = len(box.screens.rules_pages) - 1
    page = min(page, last)
    back, on = (
        TableAction("rules", f"{game}/{page - 1}"),
        TableAction("rules", f"{game}/{page + 1}"),
    )
    row = (
        Button(say("button-previous"), back, disabled=page == 0),
        Button(say("button-next"), on, "main", disabled=page == last),
    )
    footer = say("rules-page", page=page + 1, pages=last + 1)
    return replace(
        box.screens.rules(page, here),
        rows=(row,),
        footer=footer,
        table=table.id if table else 0,
    )
