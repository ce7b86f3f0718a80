"""Renders the lobby, for everybody and for its host."""

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from bot.domain import seating
from bot.domain.computers import can_start, count_missing_to_start, has_room
from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.host import format_host_name
from bot.domain.levels import LIKE_US, level_choices, level_of, plays_like_us
from bot.domain.lobby_calls import host_answer_deadline, is_calling_people, is_silent
from bot.domain.options import (
    COMPUTERS_LEFT_EVENT,
    computers_fit,
    has_unfit_computers,
    list_clocks,
    read_options,
)
from bot.domain.table import PAUSE_FACTORS_BY_PACE, Finished, Lobby, Player, Table, clock_seconds
from bot.domain.voting import has_vote
from bot.engine.events import Seat
from bot.engine.options import Option, default_options
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.screen import Button, OwnScreen, Screen, Select, TableAction, TemporaryScreen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines, join_names, join_paragraphs, shorten_name
from bot.i18n import LANGUAGES, Text, choose_language, text
from bot.presenters import evenings
from bot.presenters.welcome import Rows, format_facts

LET_BACK_PREFIX = "back/"
"""Prefix of the user id of a removed person whom the host lets join again, as a menu's value."""
Style = Literal["plain", "main", "good"]
CHOSEN_SIGN = "☑️"
"""The emoji on the button of the present choice, which says it to people who hear the buttons."""
MAX_REMOVED_PLAYERS_LISTED = 12
MAX_VOTER_NAME_WIDTH = 18
"""The maximum width of a name while people vote, as in `bot.engine.text_helpers.shorten_name`."""


def render_lobby(
    table: Lobby,
    package: GamePackage,
    context: ScreenContext,
    minutes: int | None,
    registry: GameRegistry,
    *,
    may_call: bool,
) -> Screen:
    """Return the public message of a lobby: its game, seats and options, and the next thing to do.

    A banner replaces the title. An open vote replaces the game and the options. `minutes` is how
    long people usually take for the game. `registry` has all games, for a vote. `may_call` says
    whether the server lets people call others.
    """
    say = context.say
    rows = _lobby_buttons(table, package, say, may_call=may_call)
    if has_vote(table):
        names = (shorten_name(name, MAX_VOTER_NAME_WIDTH, say) for name in context.names)
        seats = _format_seats(table, package, replace(context, names=tuple(names)))
        return evenings.render_vote(table, registry, " · ".join(seats), rows[0], context)
    banner = package.make_banner(say) if context.pictures else None
    facts = format_facts(say, package, read_options(table, package), minutes)
    told = (
        join_lines(f"{say('game-blurb')} *{facts}*", _format_language(package, say)),
        join_lines(
            *_format_seats(table, package, context),
            *describe_levels(table, package, context),
            *_describe_choices(table, package, context),
        ),
        join_lines(
            evenings.tell_vote_result(table, say),
            *_format_new_host(table, context),
            *_format_computers_left(table, package, context),
            _format_next_step(table, package, context),
            _format_call(table, package, context),
            _format_called_people(table, context),
        ),
        *filter(None, (evenings.describe_evening(table, say),)),
    )
    return Screen(
        "" if banner else say("lobby-title", sign=say("game-sign"), game=say("game-title")),
        "\n\n".join(told),
        content=say("plain-lobby"),
        picture=banner,
        rows=rows,
    )


def _lobby_buttons(
    table: Lobby, package: GamePackage, say: Text, *, may_call: bool
) -> tuple[tuple[Button, ...], ...]:
    """Return the rows of buttons of the lobby's public message. Unusable buttons are disabled.

    The green button is the next step: to join while the game needs more players, then to start.
    """
    full, computers = not has_room(table, package), bool(seating.find_computer_seats(table))
    no_more = full or not computers_fit(table, package)
    not_yet, fills = not can_start(table, package), seating.count_missing_players(table, package)

    def make(name: str, emoji: str, style: Style = "plain", off: bool = False) -> Button:
        return Button(say(f"button-{name}"), TableAction(name), style, emoji, off)

    calls: tuple[Button, ...] = ()
    if table.call and table.call.users:
        calls = (make("call-off", "🔕"),)
    elif may_call and not table.call:
        calls = (make("call-people", "📣", off=not seating.has_free_seat(table, package)),)
    return (
        (
            make("join", "🐾", "good" if fills else "main", seating.is_full(table, package)),
            make("start", "🎉", "plain" if not_yet else "main" if fills else "good", not_yet),
            make("leave", "🚪"),
        ),
        (
            make("computer-add", "🤖", off=no_more),
            make("computer-remove", "➖", off=not computers),
            *calls,
        ),
        (
            make_rules_button(say, table.game),
            make("options", "⚙️"),
            make_other_game_button(say),
            *((evenings.make_end_button(say),) if table.evening else ()),
        ),
    )


def _format_language(package: GamePackage, say: Text) -> str:
    """Return the line that the game lacks the reader's language, or "" if it has it."""
    language = choose_language(package.text, say.language)
    return "" if language == say.language else say("lobby-language", language=language)


def _format_new_host(table: Table, context: ScreenContext) -> tuple[str, ...]:
    told = [event.values[0] for event in table.public_events if event.name == "table-host"]
    return tuple(context.say("table-host", name=escape_name(str(name))) for name in told[-1:])


def _format_computers_left(
    table: Table, package: GamePackage, context: ScreenContext
) -> tuple[str, ...]:
    """Return the line that computers have left because of the options, or nothing."""
    has_left = any(event.name == COMPUTERS_LEFT_EVENT for event in table.public_events)
    if not has_left or computers_fit(table, package):
        return ()
    return (context.say(COMPUTERS_LEFT_EVENT),)


def _format_call(table: Table, package: GamePackage, context: ScreenContext) -> str:
    """Return the line about a host who does not start the game, or "" if none is needed.

    The host was called and can answer until some time. After it, everybody may start the game.
    """
    if not can_start(table, package):
        return ""
    name, until = format_host_name(table), host_answer_deadline(table)
    if until is not None:
        return context.say("lobby-host-called", name=name, until=str(int(until)))
    return context.say("lobby-host-silent", name=name) if is_silent(table) else ""


def _format_called_people(table: Lobby, context: ScreenContext) -> str:
    """Return the line that says who has called people to the lobby, or "" if nobody has."""
    if not table.call:
        return ""
    seat = table.seat_of(table.call.by)
    name = context.say("somebody") if seat is None else context.names[seat]
    return context.say("lobby-called", name=name)


def _format_next_step(table: Table, package: GamePackage, context: ScreenContext) -> str:
    """Return the line that says what the lobby waits for: more players, or the host's start."""
    say, players = context.say, table.players
    if has_unfit_computers(table, package):
        return say("lobby-computers-unfit")
    missing = count_missing_to_start(table, package)
    hosts = [context.names[seat] for seat, p in enumerate(players) if p.user == table.host]
    host = hosts[0] if hosts else say("lobby-host")
    if len(seating.confirmed_players(table)) < len(players):
        return _format_next_step_of_rematch(table, package, context, host, missing)
    if missing:
        key = "lobby-missing" if computers_fit(table, package) else "lobby-missing-people"
        return say(key, missing=missing)
    told = say("lobby-ready", name=host, filling=_format_filling(table, package, say))
    if len(players) < package.game.seats[-1]:
        return told
    return f"{told} {say('lobby-full' if seating.find_computer_seats(table) else 'lobby-taken')}"


def _format_next_step_of_rematch(
    table: Table, package: GamePackage, context: ScreenContext, host: str, missing: int
) -> str:
    """Return what a rematch waits for, while seats are kept for players of the last game.

    The game can start without them. `missing` is how many people must still join.
    """
    say = context.say
    kept = [context.names[seat] for seat, p in enumerate(table.players) if not p.confirmed]
    invited = say("lobby-rematch", names=join_names(kept, say), count=len(kept))
    if not missing:
        filling = _format_filling(table, package, say)
        return f"{invited} {say('lobby-kept-start', name=host, filling=filling)}"
    told = f"{invited} {say('lobby-kept-missing', missing=missing)}"
    fills = computers_fit(table, package)
    return f"{told} {say('lobby-kept-computer')}" if fills else told


def _format_filling(table: Table, package: GamePackage, say: Text) -> str:
    """Return the end of a sentence about the start, which says how many computers are added."""
    computers = seating.count_missing_players(table, package)
    return say("lobby-filling", computers=computers) if computers else ""


def find_call_key(table: Lobby, users: tuple[int, ...]) -> str:
    """Return the key of the text that mentions people in a lobby.

    It is for those who are called to a free seat, those whose seat is kept, or the host: to start,
    or that all seats are taken.
    """
    if is_calling_people(table):
        return "call-people"
    if table.host not in users:
        return "call-rematch"
    return "call-full" if host_answer_deadline(table) is None else "call-start"


def make_rules_button(say: Text, game: str) -> Button:
    """Return the button that opens the first page of a game's rules."""
    return Button(say("button-rules"), TableAction("rules", f"{game}/0"), emoji="📖")


def make_other_game_button(say: Text) -> Button:
    """Return the button that offers other games to the people of a lobby or a finished game."""
    return Button(say("button-other-game"), TableAction("games"), emoji="🔀")


def render_games(
    table: Lobby | Finished, games: GameRegistry, old: GamePackage, language: str
) -> TemporaryScreen:
    """Return the menu of games that the people of a table can play instead.

    After a game, it also offers an evening.
    """
    say = text(language, old.text)
    packages = {name: text(language, package.text) for name, package in games.items()}
    facts = tuple(
        format_facts(
            packages[name], package, default_options(package.game.options, len(table.players))
        )
        for name, package in games.items()
    )
    options = tuple((name, speak("game-title")) for name, speak in packages.items())
    press = TableAction("change-game") if isinstance(table, Lobby) else TableAction("rematch")
    select = Select(say("other-game-which"), press, options, descriptions=facts)
    title = say("other-game-title", game=say("game-title"))
    begins = isinstance(table, Finished) and table.evening is None
    rows: Rows = ((select,), *(((evenings.make_evening_button(say),),) if begins else ()))
    return TemporaryScreen(title, say("other-game-text"), rows=rows, table=table.id)


def _format_seats(table: Table, package: GamePackage, context: ScreenContext) -> list[str]:
    told = [_format_seat(table, package, context, seat) for seat in range(len(table.players))]
    if free := package.game.seats[-1] - len(told):
        told.append(context.say("seats-free", free=free))
    return told


def _format_seat(table: Table, package: GamePackage, context: ScreenContext, seat: Seat) -> str:
    say, name, player = context.say, context.names[seat], table.players[seat]
    if not player.confirmed:
        return say("seat-kept", name=name)
    if player.user is None and len(package.computers.levels) > 1:
        return say("seat-computer", name=name, level=format_level(say, player, package))
    if player.user is not None and player.user == table.host:
        return say("seat-host", name=name)
    return say("seat-taken", name=name)


def format_level(say: Text, player: Player, package: GamePackage) -> str:
    """Return the name of a computer player's level, and say if it adapts to the people there."""
    if player.level == LIKE_US:
        return say(f"level-{LIKE_US}")
    level = say(f"level-{level_of(player, package)}")
    return say("level-found", level=level) if plays_like_us(player) else level


def describe_levels(table: Table, package: GamePackage, context: ScreenContext) -> list[str]:
    """Return a line for each level of the table's computer players, which says how they play."""
    say = context.say
    computers = [p for p in table.players if p.user is None and not p.is_vacant]
    levels = {p.level if p.level == LIKE_US else level_of(p, package) for p in computers}
    return [
        say("computers-told", level=say(f"level-{level}"), told=say(f"level-{level}-told"))
        for level in level_choices(package)
        if level in levels
    ]


def describe_options(table: Table, package: GamePackage, context: ScreenContext) -> str:
    """Return a line for each of the table's options, which says what is chosen."""
    beside_computers = any(player.user is None for player in table.players)
    clock, *others = _describe_shared_options(
        table, package, context.say, should_name_pace=beside_computers
    )
    language = context.say("option-language", choice=context.say(f"language-{table.language}"))
    own = (_describe_option(context.say, *each) for each in read_options(table, package).items())
    return "\n".join((clock, language, *others, *own))


def _describe_choices(table: Table, package: GamePackage, context: ScreenContext) -> Iterator[str]:
    """Yield the lobby's lines about options: the time limit, and options that were changed.

    Options with `always_named` have a line even if they have their default.
    """
    yield from _describe_shared_options(table, package, context.say, should_name_pace=False)
    chosen = read_options(table, package)
    for option in package.game.options:
        if option.always_named or chosen[option.name] != option.choices[0]:
            yield _describe_option(context.say, option.name, chosen[option.name])


def _describe_shared_options(
    table: Table, package: GamePackage, say: Text, *, should_name_pace: bool
) -> tuple[str, ...]:
    """Return the lines of the options that all games have, such as the players' time limit.

    The pace of computer players has a line if it is not the normal one, or if `should_name_pace`.
    """
    clock = say(_find_clock_key(package), choice=format_clock(say, table.clock))
    told = should_name_pace or table.pace != "normal"
    speed = say("option-pace", choice=say(f"pace-{table.pace}")) if told else ""
    plain = say("option-text-only") if package.pictures and table.text_only else ""
    return (clock, *filter(None, (speed, plain)))


def _find_clock_key(package: GamePackage) -> str:
    return f"option-{package.race.clock}" if package.race else "option-clock"


def format_clock(say: Text, clock: str) -> str:
    """Return the time limit of a turn in words, such as "10 minutes"."""
    if clock.endswith("s"):
        return say("clock-seconds", seconds=int(clock_seconds(clock) or 0))
    return say(f"clock-{clock}")


def _describe_option(say: Text, name: str, choice: str) -> str:
    """Return the line of one of the game's own options. `choice` is of one part, or "part.part"."""
    chosen = " · ".join(say(f"choice-{name}-{part}") for part in choice.split("."))
    return say(f"option-{name}", choice=chosen)


def render_seat(table: Table, context: ScreenContext, *, is_host: bool) -> OwnScreen:
    """Return a player's own screen in the lobby, which says how to call the host to all others.

    The start of the game replaces it.
    """
    say = context.say
    calls = "" if is_host else say("seated-wait", name=format_host_name(table))
    title = say("seated-title", game=say("game-title"))
    told = say("seated-text", button=say("button-hand"))
    if has_vote(table):
        title, told = say("seated-vote-title"), say("seated-vote-text")
    return OwnScreen(
        title,
        join_paragraphs(told, calls),
        rows=((Button(say("button-leave"), TableAction("leave"), emoji="🚪"),),),
        table=table.id,
    )


def add_lesson_button(screen: Screen, say: Text, game: str) -> Screen:
    """Return a player's own screen in the lobby with a button that opens the game's lesson."""
    learn = Button(say("button-learn-first"), TableAction("learn", game), emoji="🎓")
    first, *others = screen.rows
    return replace(screen, rows=((learn, *first), *others))


def render_kept_seat(table: Table, context: ScreenContext) -> OwnScreen:
    """Return the own screen of a person whose seat is kept for a rematch."""
    say = context.say
    join = Button(say("button-join"), TableAction("join"), "good", "🐾")
    leave = Button(say("button-leave"), TableAction("leave"), emoji="🚪")
    title = say("kept-title", game=say("game-title"))
    return OwnScreen(title, say("kept-text"), rows=((join, leave),), table=table.id)


def render_options(table: Lobby, package: GamePackage, context: ScreenContext) -> TemporaryScreen:
    """Return the screen on which the host of a lobby changes options and removes players."""
    say = context.say
    label = say("button-game-options", game=say("game-title"))
    own = (Button(label, TableAction("game-options"), emoji="🎲"),) if package.game.options else ()
    key, default, *others = _find_clock_key(package), *list_clocks(table, package)
    usual = say("clock-default", clock=format_clock(say, default))
    clocks = {default: say(key, choice=usual)} | {
        clock: say(key, choice=format_clock(say, clock)) for clock in others
    }
    options, press = tuple(clocks.items()), TableAction("set", "clock")
    clock_select = Select(clocks[table.clock], press, options, chosen=(table.clock,))
    languages = (
        _make_choice_button(
            say("button-language", choice=say(f"language-{language}")),
            TableAction("set", f"language/{language}"),
            "💬",
            is_chosen=language == table.language,
        )
        for language in LANGUAGES
    )
    pictures = (_make_pictures_button(table, say),) if package.pictures else ()
    selects = (*_remove_select(table, context), *_level_select(table, package, context))
    ends = "button-evening-end" if table.evening else "button-cancel"
    cancel = Button(say(ends), TableAction("cancel"), "bad", "✖️")
    rows = (
        (clock_select,),
        (*languages, *pictures, *own),
        *((select,) for select in selects),
        (*make_pace_buttons(table, say), cancel),
    )
    return TemporaryScreen(say("options-title"), say("options-text"), rows=rows, table=table.id)


def _make_choice_button(label: str, press: TableAction, emoji: str, *, is_chosen: bool) -> Button:
    return Button(
        label, press, "main" if is_chosen else "plain", CHOSEN_SIGN if is_chosen else emoji
    )


def _make_pictures_button(table: Table, say: Text) -> Button:
    if table.text_only:
        return Button(say("button-pictures"), TableAction("set", "text-only/no"), emoji="🖼️")
    return Button(say("button-text-only"), TableAction("set", "text-only/yes"), emoji="🔤")


def _remove_select(table: Lobby, context: ScreenContext) -> Iterator[Select]:
    """Yield the host's menu that removes players and lets removed ones join again, if any."""
    say = context.say
    others = tuple(
        (str(player.user or player.name), context.labels[seat])
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
    """Return the buttons that set how fast computer players move, if there are any."""
    if all(player.user for player in table.players):
        return ()
    return tuple(
        _make_choice_button(
            say("button-pace", choice=say(f"pace-{pace}")),
            TableAction("pace", pace),
            "🤖",
            is_chosen=pace == table.pace,
        )
        for pace in PAUSE_FACTORS_BY_PACE
    )


def _level_select(table: Table, package: GamePackage, context: ScreenContext) -> Iterator[Select]:
    """Yield the host's menu that sets the level of each computer player, if there is a choice.

    Its first option makes all of them play like the people at the table.
    """
    say, seats = context.say, seating.find_computer_seats(table)
    if not seats or not level_choices(package):
        return
    alike = (LIKE_US, say("computers-like-us", computers=len(seats)), say(f"level-{LIKE_US}-told"))
    single = (
        (
            f"{table.players[seat].name}/{level}",
            say("computer-level", name=context.labels[seat], level=say(f"level-{level}")),
            say(f"level-{level}-told"),
        )
        for seat in seats
        for level in package.computers.levels
    )
    values, labels, descriptions = zip(alike, *single, strict=True)
    options = tuple(zip(values, labels, strict=True))
    press = TableAction("set", "level")
    yield Select(say("option-level"), press, options, descriptions=descriptions)


def render_game_options(
    table: Table, package: GamePackage, context: ScreenContext
) -> TemporaryScreen:
    """Return the screen on which a lobby's host sets options that only this game has."""
    say, chosen = context.say, read_options(table, package)
    selects = (_option_selects(say, option, chosen[option.name]) for option in package.game.options)
    back = Button(say("button-back-to-options"), TableAction("options"), emoji="↩️")
    rows: Rows = (*((select,) for select in chain(*selects)), (back,))
    title = say("game-options-title", game=say("game-title"))
    return TemporaryScreen(title, say("options-text"), rows=rows, table=table.id)


def _option_selects(say: Text, option: Option, current_choice: str) -> Iterator[Select]:
    """Yield the menu of an option's choices, and the menu of its parts to combine, if it has some.

    Each label names the option, because a chosen label replaces the menu's placeholder
    (https://docs.discord.com/developers/components/reference#string-select).
    """
    name, press = option.name, TableAction("set", option.name)
    words = {choice: say(f"choice-{name}-{choice}") for choice in (*option.choices, *option.parts)}
    labels = {choice: say(f"option-{name}", choice=words[choice]) for choice in option.choices}
    placeholder = labels.get(current_choice) or say(f"option-{name}", choice="…")
    yield Select(placeholder, press, tuple(labels.items()), chosen=(current_choice,))
    if option.parts:
        parts = tuple((part, words[part]) for part in option.parts)
        pick = say(f"pick-{name}", picks=option.picks)
        picked = tuple(part for part in option.parts if part in current_choice.split("."))
        press = TableAction("pick", name)  # the two menus of a message need different presses
        least = most = option.picks
        yield Select(pick, press, parts, min_values=least, max_values=most, chosen=picked)
