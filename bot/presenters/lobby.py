"""The screens of the lobby: the public board, the seat that one has, the host's options."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.levels import LIKE_US, level_choices, level_of, plays_like_us
from bot.domain.presence import host_answer_deadline, is_silent
from bot.domain.seating import (
    CLOCKS,
    can_start,
    computers_fit,
    confirmed_players,
    count_missing_players,
    find_computer_seats,
    format_host_name,
    has_room,
    has_unfit_computers,
    read_options,
)
from bot.domain.table import PACES, Lobby, Player, Table
from bot.engine.box import GamePackage
from bot.engine.events import Seat
from bot.engine.game import Option
from bot.engine.screen import (
    Button,
    OwnScreen,
    Screen,
    ScreenContext,
    Select,
    TableAction,
    TemporaryScreen,
)
from bot.engine.text_helpers import join_lines
from bot.i18n import LANGUAGES, Text
from bot.presenters.welcome import format_facts, format_seats

LET_BACK_PREFIX = "back/"
"""Before the user id of somebody whom the host lets join again, in the menu of seats."""
MAX_REMOVED_PLAYERS_LISTED = 12
"""So many people who were taken off a table stand in that menu, the newest."""


def render_lobby(table: Table, box: GamePackage, here: ScreenContext) -> Screen:
    """Return the public board before the game: the game, seats, options, what to press next.

    Without its banner the game's name is the title.
    """
    say = here.say
    banner = box.screens.banner(here) if here.pictures else None
    told = (
        f"{say('game-blurb')} *{format_facts(say, box)}*",
        "\n".join(
            (
                *_format_seats(table, box, here),
                *describe_levels(table, box, here),
                *_describe_choices(table, box, here),
            )
        ),
        join_lines(
            *_format_new_host(table, here),
            _format_next_step(table, box, here),
            _format_call(table, box, here),
        ),
    )
    return Screen(
        "" if banner else say("lobby-title", game=say("game-title")),
        "\n\n".join(told),
        content=say("plain-lobby"),
        picture=banner,
        rows=_lobby_buttons(table, box, say),
    )


def _lobby_buttons(table: Table, box: GamePackage, say: Text) -> tuple[tuple[Button, ...], ...]:
    full, computers = not has_room(table, box), bool(find_computer_seats(table))
    no_more = full or not computers_fit(table, box)
    not_yet = not can_start(table, box) or has_unfit_computers(table, box)
    return (
        (
            Button(
                say("button-join"), TableAction("join"), "good", "🐾", disabled=_is_full(table, box)
            ),
            Button(say("button-start"), TableAction("start"), "main", "🎉", disabled=not_yet),
            Button(say("button-leave"), TableAction("leave"), emoji="🚪"),
        ),
        (
            Button(
                say("button-computer-add"),
                TableAction("computer-add"),
                emoji="🤖",
                disabled=no_more,
            ),
            Button(
                say("button-computer-remove"),
                TableAction("computer-remove"),
                emoji="➖",
                disabled=not computers,
            ),
        ),
        (
            make_rules_button(say, table.game),
            Button(say("button-options"), TableAction("options"), emoji="⚙️"),
        ),
    )


def _format_new_host(table: Table, here: ScreenContext) -> tuple[str, ...]:
    """Return the line that tells who became the host since the lobby was opened, if anybody did."""
    told = [event.values[0] for event in table.public_events if event.name == "table-host"]
    return tuple(here.say("table-host", name=escape_name(str(name))) for name in told[-1:])


def _format_call(table: Table, box: GamePackage, here: ScreenContext) -> str:
    """Return what the others can do while the host does not start a game that could begin."""
    if not can_start(table, box) or has_unfit_computers(table, box):
        return ""
    name, until = format_host_name(table), host_answer_deadline(table)
    if until is not None:
        return here.say("lobby-host-called", name=name, until=str(int(until)))
    return here.say("lobby-host-silent", name=name) if is_silent(table) else ""


def _format_next_step(table: Table, box: GamePackage, here: ScreenContext) -> str:
    """Return what is to be done before the game can start, and whose press starts it."""
    say, players = here.say, table.players
    if has_unfit_computers(table, box):
        return say("lobby-computers-unfit")
    missing = count_missing_players(table, box)
    hosts = [here.names[seat] for seat, p in enumerate(players) if p.user == table.host]
    host = hosts[0] if hosts else say("lobby-host")
    if len(confirmed_players(table)) < len(players):
        return _format_next_step_of_rematch(table, box, say, host, missing)
    if missing and len(players) > box.game.seats[0]:
        seats = format_seats(say, box)
        return say("lobby-gap", here=len(players), seats=seats, missing=missing)
    if missing:
        key = "lobby-missing" if computers_fit(table, box) else "lobby-missing-people"
        return say(key, missing=missing)
    told = say("lobby-ready", name=host)
    if len(players) < box.game.seats[-1]:
        return told
    return f"{told} {say('lobby-full' if find_computer_seats(table) else 'lobby-taken')}"


def _format_next_step_of_rematch(
    table: Table, box: GamePackage, say: Text, host: str, missing: int
) -> str:
    """Return what is to be done where seats are kept, and that nobody has to wait for them."""
    if not missing:
        return f"{say('lobby-kept')} {say('lobby-kept-start', name=host)}"
    told = f"{say('lobby-kept')} {say('lobby-kept-missing', missing=missing)}"
    fills = computers_fit(table, box)
    return f"{told} {say('lobby-kept-computer')}" if fills else told


def make_rules_button(say: Text, game: str) -> Button:
    """Return the button that opens the rules of a game at their first page."""
    return Button(say("button-rules"), TableAction("rules", f"{game}/0"), emoji="📖")


def _is_full(table: Table, box: GamePackage) -> bool:
    """Tell whether nobody can take or confirm a seat any more: people have all of them."""
    full = len(table.players) == box.game.seats[-1]
    return full and all(p.confirmed and p.user is not None for p in table.players)


def _format_seats(table: Table, box: GamePackage, here: ScreenContext) -> list[str]:
    """Return a line for each seat that is taken, and one for all that are free."""
    taken = len(table.players)
    told = [_format_seat(table, box, here, seat) for seat in range(taken)]
    if free := box.game.seats[-1] - taken:
        told.append(here.say("seats-free", free=free))
    return told


def _format_seat(table: Table, box: GamePackage, here: ScreenContext, seat: Seat) -> str:
    say, name, player = here.say, here.names[seat], table.players[seat]
    if not player.confirmed:
        return say("seat-kept", name=name)
    if player.user is None and len(box.game.levels) > 1:
        return say("seat-computer", name=name, level=format_level(say, player, box))
    if player.user is not None and player.user == table.host:
        return say("seat-host", name=name)
    return say("seat-taken", name=name)


def format_level(say: Text, player: Player, box: GamePackage) -> str:
    """Return how well a computer player plays, in the game's own words, and if like us."""
    if player.level == LIKE_US:
        return say(f"level-{LIKE_US}")
    level = say(f"level-{level_of(player, box)}")
    return say("level-found", level=level) if plays_like_us(player) else level


def describe_levels(table: Table, box: GamePackage, here: ScreenContext) -> list[str]:
    """Return what the computer players are like, a line for each level that is among them."""
    say = here.say
    computers = [p for p in table.players if p.user is None and not p.is_vacant]
    levels = {p.level if p.level == LIKE_US else level_of(p, box) for p in computers}
    return [
        say("computers-told", level=say(f"level-{level}"), told=say(f"level-{level}-told"))
        for level in level_choices(box)
        if level in levels
    ]


def describe_options(table: Table, box: GamePackage, here: ScreenContext) -> str:
    """Return what is chosen for the table, a line for each option."""
    beside_computers = any(player.user is None for player in table.players)
    clock, *others = _describe_shared_options(table, box, here.say, pace=beside_computers)
    language = here.say("option-language", choice=here.say(f"language-{table.language}"))
    own = (_describe_option(here.say, *each) for each in read_options(table, box).items())
    return "\n".join((clock, language, *others, *own))


def _describe_choices(table: Table, box: GamePackage, here: ScreenContext) -> Iterator[str]:
    """Yield the clock, what is chosen otherwise than at first, and what is told in any case."""
    yield from _describe_shared_options(table, box, here.say, pace=False)
    chosen = read_options(table, box)
    for option in box.game.options:
        if option.always_named or chosen[option.name] != option.choices[0]:
            yield _describe_option(here.say, option.name, chosen[option.name])


def _describe_shared_options(
    table: Table, box: GamePackage, say: Text, *, pace: bool
) -> tuple[str, ...]:
    """Return the lines of the options that all games have; an unusual `pace` in any case."""
    clock = say(f"option-{box.game.clock}", choice=say(f"clock-{table.clock}"))
    told = pace or table.pace != "normal"
    speed = say("option-pace", choice=say(f"pace-{table.pace}")) if told else ""
    plain = say("option-text-only") if box.pictures and table.text_only else ""
    return (clock, *filter(None, (speed, plain)))


def _describe_option(say: Text, name: str, choice: str) -> str:
    """Return what is chosen for one of the game's options; of picked parts, all."""
    chosen = " · ".join(say(f"choice-{name}-{part}") for part in choice.split("."))
    return say(f"option-{name}", choice=chosen)


def render_seat(table: Table, here: ScreenContext) -> OwnScreen:
    """Return the private message of a seat: at the start, the own screen takes its place."""
    return OwnScreen(
        here.say("seated-title", game=here.say("game-title")),
        here.say("seated-text", button=here.say("button-hand")),
        rows=((Button(here.say("button-leave"), TableAction("leave"), emoji="🚪"),),),
        table=table.id,
    )


def add_lesson_button(screen: Screen, say: Text, game: str) -> Screen:
    """Offer a game's lesson on the private message of a seat, before all else."""
    learn = Button(say("button-learn-first"), TableAction("learn", game), emoji="🎓")
    first, *others = screen.rows
    return replace(screen, rows=((learn, *first), *others))


def render_kept_seat(table: Table, here: ScreenContext) -> OwnScreen:
    """Return the private message for somebody who has not said yes to a rematch so far."""
    return OwnScreen(
        here.say("kept-title", game=here.say("game-title")),
        here.say("kept-text"),
        rows=(
            (
                Button(here.say("button-join"), TableAction("join"), "good", "🐾"),
                Button(here.say("button-leave"), TableAction("leave"), emoji="🚪"),
            ),
        ),
        table=table.id,
    )


def render_options(table: Lobby, box: GamePackage, here: ScreenContext) -> TemporaryScreen:
    """Return the host's private panel: options, removing a seat, the way to the game's own ones."""
    say = here.say
    label = say("button-game-options", game=say("game-title"))
    own = (Button(label, TableAction("game-options"), emoji="🎲"),) if box.game.options else ()
    key = f"option-{box.game.clock}"
    clocks = {clock: say(key, choice=say(f"clock-{clock}")) for clock in CLOCKS}
    rows: list[tuple[Button | Select, ...]] = [
        (
            Select(
                clocks[table.clock],
                TableAction("set", "clock"),
                tuple(clocks.items()),
                chosen=(table.clock,),
            ),
        ),
        (
            *(
                Button(
                    say("button-language", choice=say(f"language-{language}")),
                    TableAction("set", f"language/{language}"),
                    "main" if language == table.language else "plain",
                    "💬",
                )
                for language in LANGUAGES
            ),
            *((_make_pictures_button(table, say),) if box.pictures else ()),
            *own,
        ),
    ]
    rows.extend((select,) for select in _remove_select(table, here))
    levels = _level_select(table, box, here)
    if levels:
        rows.append((levels,))
    cancel = Button(say("button-cancel"), TableAction("cancel"), "bad", "✖️")
    rows.append((*make_pace_buttons(table, say), cancel))
    told = f"{say('options-text')}\n\n{describe_options(table, box, here)}"
    if table.removed:
        names = ", ".join(
            escape_name(person.name) for person in table.removed[-MAX_REMOVED_PLAYERS_LISTED:]
        )
        told = f"{told}\n{say('options-removed', names=names)}"
    return TemporaryScreen(say("options-title"), told, rows=tuple(rows), table=table.id)


def _make_pictures_button(table: Table, say: Text) -> Button:
    if table.text_only:
        return Button(say("button-pictures"), TableAction("set", "text-only/no"), emoji="🖼️")
    return Button(say("button-text-only"), TableAction("set", "text-only/yes"), emoji="🔤")


def _remove_select(table: Lobby, here: ScreenContext) -> Iterator[Select]:
    """Yield the menu by which the host frees seats, and lets those join again who lost theirs."""
    say = here.say
    others = tuple(
        (str(player.user or player.name), here.labels[seat])
        for seat, player in enumerate(table.players)
        if player.user != table.host
    )
    back = tuple(
        (f"{LET_BACK_PREFIX}{person.user}", say("option-let-back", name=to_plain_name(person.name)))
        for person in table.removed[-MAX_REMOVED_PLAYERS_LISTED:]
    )
    if others or back:
        key = "option-remove-or-let-back" if back else "option-remove"
        yield Select(say(key), TableAction("remove"), (*others, *back))


def make_pace_buttons(table: Table, say: Text) -> tuple[Button, ...]:
    """Return the buttons for how fast computers move; none where no computer plays."""
    if all(player.user for player in table.players):
        return ()
    return tuple(
        Button(
            say("button-pace", choice=say(f"pace-{pace}")),
            TableAction("pace", pace),
            "main" if pace == table.pace else "plain",
            "🤖",
        )
        for pace in PACES
    )


def _level_select(table: Table, box: GamePackage, here: ScreenContext) -> Select | None:
    """Return the menu of each level of each computer player, and of "like us" for all of them.

    None if there is nothing to choose.
    """
    say, seats = here.say, find_computer_seats(table)
    if not seats or not level_choices(box):
        return None
    alike = (LIKE_US, say("computers-like-us", computers=len(seats)), say(f"level-{LIKE_US}-told"))
    single = (
        (
            f"{table.players[seat].name}/{level}",
            say("computer-level", name=here.labels[seat], level=say(f"level-{level}")),
            say(f"level-{level}-told"),
        )
        for seat in seats
        for level in box.game.levels
    )
    values, labels, descriptions = zip(alike, *single, strict=True)
    options = tuple(zip(values, labels, strict=True))
    return Select(
        say("option-level"), TableAction("set", "level"), options, descriptions=descriptions
    )


def render_game_options(table: Table, box: GamePackage, here: ScreenContext) -> TemporaryScreen:
    """Return the host's private panel for the options that are the game's own."""
    say, chosen = here.say, read_options(table, box)
    rows: list[tuple[Button | Select, ...]] = []
    for option in box.game.options:
        rows.extend((select,) for select in _option_selects(say, option, chosen[option.name]))
    rows.append((Button(say("button-back-to-options"), TableAction("options"), emoji="↩️"),))
    told = "\n".join(_describe_option(say, name, choice) for name, choice in chosen.items())
    title = say("game-options-title", game=say("game-title"))
    whole = f"{say('options-text')}\n\n{told}"
    return TemporaryScreen(title, whole, rows=tuple(rows), table=table.id)


def _option_selects(say: Text, option: Option, chosen: str) -> Iterator[Select]:
    """Yield the menu of an option's choices, and that of the parts to pick instead.

    Each choice tells what it is a choice of: what is chosen takes the place of the menu's own words
    (https://docs.discord.com/developers/components/reference#string-select).
    """
    name, press = option.name, TableAction("set", option.name)
    words = {choice: say(f"choice-{name}-{choice}") for choice in (*option.choices, *option.parts)}
    labels = {choice: say(f"option-{name}", choice=words[choice]) for choice in option.choices}
    placeholder = labels.get(chosen) or say(f"option-{name}", choice="…")
    yield Select(placeholder, press, tuple(labels.items()), chosen=(chosen,))
    if option.parts:
        parts = tuple((part, words[part]) for part in option.parts)
        pick = say(f"pick-{name}", picks=option.picks)
        picked = tuple(part for part in option.parts if part in chosen.split("."))
        press = TableAction(
            "pick", option.name
        )  # the two menus of a message need different presses
        yield Select(pick, press, parts, least=option.picks, most=option.picks, chosen=picked)
