"""Renders boards, own screens and mentions: the table's part around the game's own screens.

A board is the public message that shows a table. An own screen is what one person alone sees of it.
People are notified by mentions on a board, reminders and notices.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil
from string import ascii_uppercase
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.domain.consent import EARLY_END_EVENTS, JOINED_EVENT
from bot.domain.dealing import assign_letters
from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.evening_games import ends_evening, is_followed
from bot.domain.evenings import Evening
from bot.domain.guessing import CLAIRVOYANT_EVENT, PREDICTED_EVENT
from bot.domain.leaving import seats_by_leaver
from bot.domain.levels import known_level
from bot.domain.lobby_calls import find_mentioned_role
from bot.domain.outcomes import AWARD_EVENT, FORESEEN_EVENT, NUMBERS_EVENT, STAND_IN_EVENT
from bot.domain.table import (
    Finished,
    Lobby,
    Match,
    PauseEnd,
    Player,
    Skip,
    Table,
    clock_end,
    find_timer,
    is_closed,
    shows_game,
)
from bot.domain.voting import VOTE_EVENT, has_vote
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Prompt, Prompts, find_waiting
from bot.engine.lessons import make_go_on_button
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.records import read_events
from bot.engine.screen import (
    MAX_BUTTONS_PER_ROW,
    MAX_ROWS_PER_MESSAGE,
    Button,
    Field,
    FixedBoard,
    OpenScreen,
    OwnPage,
    OwnScreen,
    OwnWords,
    QuietScreen,
    Screen,
    TableAction,
    TemporaryScreen,
)
from bot.engine.screens import MAX_NEWS_LINES, ScreenContext, make_question
from bot.engine.text_helpers import fit_lines, join_lines, join_names, join_paragraphs
from bot.i18n import Text, text
from bot.presenters import consent, evenings, lobby, onlookers, panels, pauses, skipping
from bot.presenters.podium import render_podium
from bot.presenters.welcome import make_call_me_button, make_puzzle_button

PAGE_PART = re.compile("[0-9]{0,3}")
"""Matches the number of one part of a page, or "" if the page has no parts."""
MAX_LAST_TURN_LINES = 2
"""Maximum number of lines about the last turn on a board that has pictures."""
MISSED_EVENT_PREFIXES = ("table-time-out", "table-away")
"""What events begin with after which the computer plays for a player."""
HONOUR_EVENTS = (AWARD_EVENT, FORESEEN_EVENT, CLAIRVOYANT_EVENT)
"""Events that stand on the last board for themselves, below the places."""
RENAMING_EVENTS = ("table-left", "table-left-vacant", "table-back", JOINED_EVENT)
"""Events after which a seat has another name."""
UNTOLD_EVENTS = ("table-paused", AWARD_EVENT, STAND_IN_EVENT, NUMBERS_EVENT, VOTE_EVENT)
"""Events that another line of the board tells. Only tables of older versions have the first one."""
MAX_BUTTONS_WITH_LESSON_BUTTONS = 10
"""Number of buttons and menus that fill a phone's screen.

On a screen with as many, a lesson adds only the button that leaves it, beside those of pages.
"""

S = TypeVar("S", bound=Screen)


def convert_screen(kind: type[S], screen: Screen, **changes: Any) -> S:
    """Return a screen converted to another class of screen, with some fields changed."""
    return kind(**{**asdict(screen), **changes})


def make_context(
    table: Table, package: GamePackage, language: str, *, reads_text: bool = False
) -> ScreenContext:
    """Return the names and texts with which a game's screens are written for one reader."""
    text_only = table.text_only or reads_text
    say = text(language, package.text)
    names = [escape_name(player.name) for player in table.players]
    unescaped = [to_plain_name(player.name) for player in table.players]
    marks = [say(_mark_of_player(player)) for player in table.players]
    starts = _find_namesakes_letters(table, package)
    return ScreenContext(
        say=say,
        names=tuple(map("".join, zip(starts, names, marks, strict=True))),
        labels=tuple(map("".join, zip(starts, unescaped, marks, strict=True))),
        pictures=not text_only,
        emojis={} if text_only else package.emojis,
        lesson=table.is_lesson,
        letters=tuple(
            seat if player.letter is None else player.letter
            for seat, player in enumerate(table.players)
        ),
        ended=isinstance(table, Finished),
    )


def _find_namesakes_letters(table: Table, package: GamePackage) -> list[str]:
    """Return what precedes each player's name: in a lobby, the letters of people with one name.

    They get these letters in the game, too, if nobody joins or leaves before.
    """
    if not isinstance(table, Lobby):
        return [""] * len(table.players)
    shown = Counter(to_plain_name(player.name) for player in table.players)
    return [
        f"{ascii_uppercase[player.letter or 0]} · " if shown[to_plain_name(player.name)] > 1 else ""
        for player in assign_letters(table.players, package)
    ]


def _mark_of_player(player: Player) -> str:
    if player.is_vacant:
        return "mark-vacant"
    if player.user is None:
        return "mark-computer"
    return "mark-away" if player.away else "mark-present"


def users_asked(table: Table) -> tuple[int, ...]:
    """Return the user ids of the people whose decision the game waits for now."""
    if not isinstance(table, Match) or table.paused:
        return ()
    seats = (prompt.seat for prompt in table.waiting())
    users = {table.players[seat].user for seat in seats if seat is not None}
    return tuple(sorted(user for user in users if user))


def render_board(
    table: Table,
    package: GamePackage,
    minutes: int | None = None,
    registry: GameRegistry | None = None,
    *,
    may_call: bool = True,
) -> Screen:
    """Return a table's board, the public message that shows the table, in the table's language.

    `registry` has all games, for a vote and for the podium of an evening. `may_call` says whether
    the server lets people call others to a lobby.
    """
    context = make_context(table, package, table.language)
    games = registry or {table.game: package}
    match table:
        case Lobby() if has_vote(table):
            voting = lobby.render_lobby(table, package, context, minutes, games, may_call=may_call)
            return replace(voting, table=table.id)
        case Lobby():
            screen = lobby.render_lobby(table, package, context, minutes, games, may_call=may_call)
        case Match(phase="aside"):
            screen = panels.render_aside(table, package, context)
        case Match():
            screen = _render_match(table, package, context)
        case Finished(is_complete=True):
            row = _make_end_buttons(table, context, games)
            screen = replace(_render_end(table, package, context), rows=(row,))
        case Finished(evening=Evening() as evening) if ends_evening(table):
            return render_podium(evening, games, context.say, pictures=context.pictures)
        case Finished():
            screen = _render_closed(table, package, context)
    plain = context.say("plain", game=context.say("game-title"), line=screen.content)
    return replace(screen, table=table.id, content=plain)


def _render_match(table: Match, package: GamePackage, context: ScreenContext) -> Screen:
    view = package.game.view(table.state, None)
    screen = package.screens.board(view, context)
    if table.prompts[0].ready_label:
        screen = pauses.add_talk(screen, table, package, context)
    together = _group_prompts(table)
    if table.paused:
        content = context.say(f"paused-{table.paused}")
        owed = []
    else:
        content = _format_notification(view, together, package, context)
        asked = (
            (prompts, package.screens.describe_prompts(view, prompts, context))
            for prompts in together
        )
        owed = [_format_prompts(table, prompts, line, context) for prompts, line in asked if line]
    told = _format_events(table, package, view, context)
    guesses = onlookers.tell_guess_count(screen, table, context) if table.guessers else ""
    # A fixed board is about to be pressed, so it has few words and buttons.
    is_fixed = isinstance(screen, FixedBoard)
    is_calm = not is_fixed and table.prompts[0].seat is not None
    may_guess = is_calm and table.takes_guesses
    buttons = _board_buttons(table, context, may_guess=may_guess)
    screen = replace(screen, content=content, rows=(*screen.rows, buttons))
    for timer in table.timers:
        if isinstance(timer, Skip) and not table.paused:
            screen = skipping.add_call(screen, owed, timer, context)
    if not is_fixed and not table.paused:
        screen = consent.add_request(screen, owed, table, package, context)
    screen = replace(screen, text=join_lines(screen.text, guesses)) if guesses else screen
    if context.pictures:
        last = "" if is_fixed else "\n".join(told[-MAX_LAST_TURN_LINES:])
        above = join_lines(*dict.fromkeys(owed), screen.text)
        return replace(screen, text=join_paragraphs(above, last))
    text, fields = "\n".join(owed), (*_events_field(told, context), *screen.fields)
    return replace(screen, text=join_paragraphs(text, screen.text), fields=fields)


def _group_prompts(table: Match) -> tuple[list[Prompt], ...]:
    together: dict[int, list[Prompt]] = {}
    for prompt in find_waiting(table.prompts):
        together.setdefault(prompt.decision, []).append(prompt)
    return tuple(together.values())


def _format_notification(
    view: Struct,
    prompt_groups: Sequence[list[Prompt]],
    package: GamePackage,
    context: ScreenContext,
) -> str:
    """Return what the game waits for, as plain text for Discord's notification.

    If it waits for players, only their decisions are named. Otherwise the text is about a pause
    that the game makes by itself.
    """
    plain = replace(context, emojis={})  # notifications spell out the application's emojis
    by_people = [prompts for prompts in prompt_groups if prompts[0].seat is not None]
    asked = (
        package.screens.describe_prompts(view, prompts, plain)
        for prompts in by_people or prompt_groups
    )
    return " · ".join(filter(None, asked))


def _board_buttons(table: Match, context: ScreenContext, *, may_guess: bool) -> tuple[Button, ...]:
    """Return the buttons that stand below the board of each running game.

    While somebody can come back, that button has the place of the guess who wins. A phone has room
    for two buttons with emojis in its first row and for three others in its second one.
    """
    say = context.say
    further: tuple[Button, ...] = ()
    if seats_by_leaver(table):
        further = (panels.make_come_back_button(say),)
    elif may_guess:
        further = (Button(say("button-who-wins"), TableAction("who-wins"), emoji="🔮"),)
    return (
        Button(say("button-hand"), OpenScreen(0), "main", "🐾"),
        *further,
        *((_make_words_button(say),) if context.pictures else ()),
        lobby.make_rules_button(say, table.game),
        Button(say("button-table"), TableAction("table")),
    )


def _make_words_button(say: Text) -> Button:
    return Button(say("button-words"), TableAction("words"))


def _format_events(
    table: Table, package: GamePackage, view: Struct, context: ScreenContext
) -> tuple[str, ...]:
    """Return the lines of the last events that everybody saw, the newest one last.

    `view` is that of onlookers. While the table is paused, no line says that the computer plays.
    """
    lines: list[str] = []
    for event, then in name_events(table.public_events, context):
        if event.name in HONOUR_EVENTS or (table.paused and event.name == "table-away"):
            continue
        if context.pictures and package.pictures and event.name in package.pictures.shown_events:
            lines.clear()
            continue
        if line := format_event(event, package, view, then):
            lines.append(line)
    return tuple(lines)


def name_events(
    events: Sequence[EventRecord], context: ScreenContext
) -> list[tuple[EventRecord, ScreenContext]]:
    """Return events, each with the names that the seats had right after it.

    A seat has another name after a person has left it to a computer, or has taken it from one.
    """
    named = []
    for event in reversed(events):
        named.append((event, context))
        if event.name in RENAMING_EVENTS:
            context = _restore_name(event, context)
    return named[::-1]


def _restore_name(event: EventRecord, context: ScreenContext) -> ScreenContext:
    match (event.name, *event.values):
        case ("table-left" | "table-left-vacant", int(seat), str(name)):
            mark = context.say("mark-present")
        case ("table-back" | "table-joined", int(seat), str(name)):
            mark = context.say("mark-computer")
        case _:
            return context
    names, labels = [*context.names], [*context.labels]
    names[seat], labels[seat] = f"{escape_name(name)}{mark}", f"{to_plain_name(name)}{mark}"
    return replace(context, names=tuple(names), labels=tuple(labels))


def _events_field(lines: Sequence[str], context: ScreenContext) -> tuple[Field, ...]:
    """Return a field with the newest of some lines about events, as many as fit, or no field."""
    newest = "\n".join(reversed(fit_lines(reversed(lines))))
    return (Field(context.say("events-title"), newest),) if newest else ()


def _format_prompts(table: Match, prompts: Prompts, line: str, context: ScreenContext) -> str:
    """Return the line that says who has to decide what, and until when.

    `line` is the first part, from the game. On a board with pictures, the plain content says the
    same. The result is then only the time, or "" without a deadline.
    """
    clock = next((owed.clock for owed in table.waiting() if owed in prompts), None)
    at = None if clock is None else clock_end(table, clock)
    if prompts[0].seat is None and pauses.shows_time(prompts[0]):
        elapse = find_timer(table, PauseEnd(prompts[0].decision))
        at = elapse.at if elapse else None
    until = "" if at is None else str(ceil(at))
    if context.pictures and (prompts[0].seat is not None or table.is_pausing):
        key = "owed-pause" if table.is_pausing else "owed-time"
        return context.say(key, until=until) if until else ""
    if until:
        return context.say("owed-until", line=line, until=until)
    return context.say("owed", line=line)


def format_event(
    event: EventRecord, package: GamePackage, view: Struct, context: ScreenContext
) -> str:
    """Return a line that says what happened at a table, or "" if the event is not shown.

    Events of the table itself have texts that all games share. The game describes all others.
    """
    if not event.name.startswith("table-"):
        return package.describe_event(view, event, context)
    if event.name in UNTOLD_EVENTS:
        return ""
    values: dict[str, int | str] = {}
    match event.values:
        case (int(right), 1, *_) if event.name == PREDICTED_EVENT or not right:
            return ""  # everybody would know whose prediction it was
        case (int(right), int(all_), *called):
            names = [escape_name(str(name)) for name in called if name]
            more = right - len(names) if names else 0
            told = [*names, context.say("names-more", count=more)] if more else names
            joined = join_names(told, context.say)
            values = {"right": right, "all": all_, "named": len(told), "names": joined}
        case (str(level),) if event.name == "table-like-us":
            values = {"level": context.say(f"level-{known_level(level, package)}")}
        case (int(seat), str()) if event.name == "table-back":
            values = {"name": context.names[seat]}
        case (int(seat), str(former)):
            values = {"name": escape_name(former), "heir": context.names[seat]}
        case (int(seat),):
            name = context.names[seat]
            if event.name == "table-away":  # its sign stands at the head of the line
                name = name.removesuffix(context.say("mark-away"))
            values = {"name": name}
        case (str(name),):
            values = {"name": escape_name(name)}
    return context.say(event.name, **values)


def _render_end(table: Finished, package: GamePackage, context: ScreenContext) -> Screen:
    places = package.game.standings(table.state) or ()
    view = package.game.view(table.state, None)
    screen = package.screens.end(view, places, skipping.mark_stand_ins(table, context))
    lines = () if context.pictures else _format_events(table, package, view, context)
    honoured = (event for event in table.public_events if event.name in HONOUR_EVENTS)
    honours = (format_event(event, package, view, context) for event in honoured)
    earned = join_lines(*_format_awards(table, package, context), *honours)
    return replace(
        screen,
        text=join_paragraphs(screen.text, earned, evenings.describe_evening(table, context.say)),
        content=panels.format_copy_line(table, package, places, context),
        fields=(*screen.fields, *_events_field(lines, context)),
    )


def _make_end_buttons(
    table: Finished, context: ScreenContext, games: GameRegistry
) -> tuple[Button, ...]:
    """Return the buttons below a finished game, as many as fit in a row."""
    say = context.say
    again = "button-next-game" if table.evening else "button-rematch"
    moments = Button(say("button-moments"), TableAction("moments"), emoji="📖")
    words = (_make_words_button(say),) if context.pictures else ()
    first = Button(say(again), TableAction("rematch"), "main", "🔁")
    if table.evening:
        return (first, moments, *words)
    puzzle = (make_puzzle_button(say),) if any(each.puzzles for each in games.values()) else ()
    row = (first, lobby.make_other_game_button(say), moments, *words, *puzzle)
    return (*row, evenings.make_evening_button(say))[:MAX_BUTTONS_PER_ROW]


def _format_awards(table: Finished, package: GamePackage, context: ScreenContext) -> Iterator[str]:
    """Yield a line for each award of a finished game: who has earned it, and what it is for."""
    earned = dict[tuple[str, int], list[str]]()
    for event in table.public_events:
        match event.values:
            case (int(seat), str(award), *is_new) if event.name == AWARD_EVENT:
                earned.setdefault((award, int(is_new == [1])), []).append(context.names[seat])
    for (award, new), names in earned.items():
        if award in package.awards.names:
            people = join_names(names, context.say)
            title, reason = context.say(f"award-title-{award}"), context.say(f"award-{award}")
            yield context.say("table-award", names=people, award=title, new=new, reason=reason)


def _render_closed(table: Finished, package: GamePackage, context: ScreenContext) -> Screen:
    idle = any(event.name == "table-idle-closed" for event in table.public_events[-1:])
    sentence = context.say("closed-idle" if idle else "closed")
    places = panels.format_final_standings(table, package, context)
    told = join_lines(format_early_end(table, package, context), places)
    if is_followed(table):
        goes_on = context.say("evening-goes-on")
        told = join_paragraphs(told, evenings.describe_evening(table, context.say))
        return Screen(goes_on, told, content=goes_on)
    return Screen(context.say("closed-title"), told, content=sentence)


def format_early_end(table: Finished, package: GamePackage, context: ScreenContext) -> str:
    """Return the line that says who ended the game early, or "" if nobody did."""
    if table.ended_by is None:
        return ""
    view = package.game.view(table.state, None)
    ends = (event for event in table.public_events if event.name in EARLY_END_EVENTS)
    return "\n".join(format_event(event, package, view, context) for event in ends)


def render_own(
    table: Table,
    package: GamePackage,
    user: int,
    language: str,
    press: OpenScreen | None = None,
    note: str = "",
    *,
    reads_text: bool = False,
) -> Screen:
    """Return a person's own screen at a table, which nobody else sees.

    News and the question to the player stand above the picture, as the message's plain content. A
    person without a seat, or at a closed table, gets the screen of `panels.render_outside`.

    Args:
        press: The press that opened the screen, with the parts of a move that the person has chosen
            so far. They are ignored if they belong to another decision or begin no legal move.
        note: A refusal or warning, right above the buttons.
        reads_text: Whether the person sees no pictures. The screen then has a button that tells in
            words what the board shows, if there is room for it.
    """
    context = make_context(table, package, language, reads_text=reads_text)
    seat = table.seat_of(user)
    if seat is None or is_closed(table):
        told: tuple[str, ...] = ()
        if isinstance(table, Match):
            told = _format_events(table, package, package.game.view(table.state, None), context)
        screen = panels.render_outside(table, package, user, context, told)
    else:
        screen = _render_own(table, package, seat, context, press or OpenScreen(0))
    has_pictures = isinstance(table, Match) and not (table.is_lesson or table.text_only)
    if reads_text and has_pictures and len(screen.rows) < MAX_ROWS_PER_MESSAGE:
        screen = replace(screen, rows=(*screen.rows, (_make_words_button(context.say),)))
    return replace(screen, table=table.id, note=note or screen.note)


def _render_own(
    table: Table, package: GamePackage, seat: Seat, context: ScreenContext, press: OpenScreen
) -> OwnScreen:
    if isinstance(table, Lobby):
        if not table.players[seat].confirmed:
            return lobby.render_kept_seat(table, context)
        is_host = table.players[seat].user == table.host
        return lobby.render_seat(table, context, is_host=is_host)
    if isinstance(table, Finished):
        render_end = _render_lesson_end if table.is_lesson else _render_result
        return render_end(table, package, seat, context)
    prompt = table.prompt_of(seat)
    path = press.path if prompt and prompt.decision == press.decision else ""
    question = make_question(package.game, table.state, seat, prompt, path, context)
    view = question.view
    made = package.screens.own_screen(question)
    kind = QuietScreen if isinstance(made, QuietScreen) else OwnScreen
    screen = convert_screen(OwnPage if question.entered != EMPTY_PREFIX else kind, made)
    further, placed = tuple[Button, ...](), set(chain(*screen.rows))
    for button in _page_buttons(package.pages.find_names(view), context):
        further += () if button in placed else (button,)
    if table.is_lesson:
        has_room = sum(map(len, screen.rows)) < MAX_BUTTONS_WITH_LESSON_BUTTONS
        if has_room:
            again = context.say("button-learn-again")
            further = (*further, Button(again, TableAction("learn-again"), emoji="🔁"))
        if has_room or further:
            leave = context.say("button-learn-leave")
            further = (*further, Button(leave, TableAction("leave"), emoji="🚪"))
        if prompt is None or prompt.has_answered:  # its own row: no button takes its place
            screen = _add_buttons(screen, (make_go_on_button(context),))
        screen = _number_go_on_button(screen, table.step)
    news = "\n".join(_format_news(table, package, seat, view, context))
    screen = replace(screen, text="", content=join_paragraphs(news, screen.text))
    if table.prompts[0].may_end_early:
        screen = pauses.add_go_on(screen, table, package, seat, context)
    is_idle = prompt is None and not screen.rows and not table.is_lesson
    if is_idle and package.game.is_out(table.state, seat):  # the game leaves room for the menu
        user = table.players[seat].user or 0
        screen = onlookers.add_guesses(screen, table, package, user, context)
    return _add_buttons(screen, further)


def _format_news(
    table: Table, package: GamePackage, seat: Seat, view: Struct, context: ScreenContext
) -> tuple[str, ...]:
    """Return what happened to a player since they last acted.

    If nothing did, return the line of the last event that everybody saw. In a lesson, only the game
    itself tells news.
    """
    since, missed = table.players[seat].acted, find_missed(table, seat)
    happened = missed or [each.event for each in table.recent if each.step >= since]
    mine = [event for event in happened if event.to is None or seat in event.to]
    games = read_events(package.game, mine)
    news = package.screens.news(games, view, seat, context)[-MAX_NEWS_LINES:]
    if missed:
        news = (context.say(f"news-{missed[0].name}"), *news[1 - MAX_NEWS_LINES :])
    if table.is_lesson:
        return news
    since_then = (e.event for e in table.recent if e.step > since and e.event.to is None)
    lines = (format_event(event, package, view, context) for event in since_then)
    return news or tuple(filter(None, lines))[-1:]


def find_missed(table: Table, seat: Seat) -> list[EventRecord]:
    """Return what has happened since the computer plays for a player, or [] if it does not.

    The first event is that the player missed a deadline, or was handed over to the computer.
    """
    found = list[EventRecord]()
    for each in table.recent:
        event, is_new = each.event, each.step >= table.players[seat].acted
        if is_new and event.name.startswith(MISSED_EVENT_PREFIXES) and event.values[:1] == (seat,):
            found = [event]
        elif found:
            found.append(event)
    return found


def _render_result(
    table: Finished, package: GamePackage, seat: Seat, context: ScreenContext
) -> OwnScreen:
    view = package.game.view(table.state, seat)
    places = package.game.standings(table.state) or ()
    row = (
        Button(context.say("button-moments"), TableAction("moments"), emoji="📖"),
        *_page_buttons(package.pages.find_names(view), context),
        make_call_me_button(context.say),
    )
    told = package.screens.result(view, places, seat, context)
    guess = onlookers.tell_guess(table, package, table.players[seat].user or 0, context)
    return OwnScreen("", content=join_lines(told, guess), rows=(row,))


def render_words(
    table: Match | Finished,
    package: GamePackage,
    user: int,
    language: str,
    *,
    reads_text: bool = False,
) -> Screen:
    """Return all that a person may see of a game as text, without pictures.

    Everybody gets the board. A player of a running game also gets their own screen, and a button
    back to it. Another button turns pictures off everywhere, or on again. The words of a game of
    seconds follow the game.
    """
    context = make_context(table, package, language, reads_text=True)
    press = TableAction("always-words")
    always = panels.make_always_words_button(context.say, press, reads_text)
    seat = table.seat_of(user)
    if isinstance(table, Match):
        told = _render_match(table, package, context)
    else:
        told = _render_end(table, package, context)
    plain = context.say("plain", game=context.say("game-title"), line=told.content)
    follows = package.race is not None and isinstance(table, Match)
    told = convert_screen(
        OwnWords if follows else Screen, told, content=plain, rows=((always,),), table=table.id
    )
    if seat is None or isinstance(table, Finished):
        return told
    mine = _render_own(table, package, seat, context, OpenScreen(0))
    back = Button(context.say("button-hand"), OpenScreen(0), "main", "🐾")
    own = (field for field in mine.fields if field.text not in told.text)
    fields, rows = (*own, *told.fields), ((back, always),)
    kind = OwnWords if follows else OwnPage
    return convert_screen(kind, told, content=mine.content, fields=fields, rows=rows)


def _render_lesson_end(
    table: Finished, package: GamePackage, seat: Seat, context: ScreenContext
) -> OwnScreen:
    view = package.game.view(table.state, seat)
    screen = package.screens.end(view, package.game.standings(table.state) or (), context)
    row = (
        Button(context.say("button-play"), TableAction("play", table.game), "main", "🐾"),
        Button(context.say("button-learn-again"), TableAction("learn-again"), emoji="🔁"),
        *_page_buttons(package.pages.find_names(view), context),
    )
    return convert_screen(OwnScreen, screen, rows=(row,))


def _number_go_on_button(screen: OwnScreen, step: int) -> OwnScreen:
    """Return a lesson's screen on which "Continue" leads on from the step that the learner sees."""
    press = TableAction("go-on", str(step))
    rows = tuple(
        tuple(
            replace(item, press=press)
            if isinstance(item, Button) and item.press == TableAction("go-on")
            else item
            for item in row
        )
        for row in screen.rows
    )
    return replace(screen, rows=rows)


def _add_buttons(screen: OwnScreen, buttons: tuple[Button, ...]) -> OwnScreen:
    """Return a screen with buttons added: in a new row if there is room, else in the last row."""
    if not buttons:
        return screen
    if len(screen.rows) < MAX_ROWS_PER_MESSAGE:
        return replace(screen, rows=(*screen.rows, buttons))
    *rows, last = screen.rows
    return replace(screen, rows=(*rows, (*last, *buttons)))


def _page_buttons(names: tuple[str, ...], context: ScreenContext) -> tuple[Button, ...]:
    return tuple(Button(context.say(f"button-{name}"), TableAction("page", name)) for name in names)


def render_page(
    table: Table,
    package: GamePackage,
    user: int,
    language: str,
    name: str,
    *,
    reads_text: bool = False,
) -> Screen | None:
    """Return a page that one person opens to read, such as a notebook, or None if it is not there.

    `name` may end in "-" and the number of a part.
    """
    if not shows_game(table):
        return None
    context = make_context(table, package, language, reads_text=reads_text)
    seat = table.seat_of(user)
    view = package.game.view(table.state, seat)
    whole, _, part = name.partition("-")
    if whole not in package.pages.find_names(view) or not PAGE_PART.fullmatch(part):
        return None
    screen = package.pages.make_page(name, view, context)
    label = "button-hand" if isinstance(table, Match) else "button-result"
    back = (Button(context.say(label), OpenScreen(0), "main", "🐾"),)
    if seat is None:
        return convert_screen(Screen, screen, table=table.id)
    return convert_screen(OwnPage, screen, rows=(*screen.rows, back), table=table.id)


def render_sentence(say: Text, key: str, **values: int | str) -> TemporaryScreen:
    """Return a message of one sentence that the reader's next press removes."""
    return TemporaryScreen("", content=say(key, **values))


def add_mentions(screen: Screen, table: Table, users: tuple[int, ...]) -> Screen:
    """Return a table's public message with mentions of people or of a role, if there are any."""
    role = find_mentioned_role(table) if isinstance(table, Lobby) else 0
    if not users and not role:
        return screen
    if isinstance(table, Lobby):
        key = lobby.find_call_key(table, users)
    else:
        key = skipping.find_call_key(table, users)
    people = " ".join(filter(None, (f"<@&{role}>" if role else "", format_mentions(users))))
    content = text(table.language)(key, people=people, plain=screen.content)
    return replace(screen, content=content, mentions=users, role=role)


def format_mentions(users: tuple[int, ...]) -> str:
    """Return text that mentions these people, so that Discord notifies them."""
    return " ".join(f"<@{user}>" for user in users)


def render_reminder(table: Table, users: tuple[int, ...], clock: str) -> Screen:
    """Return the reminder for people who have not decided when half of their time has passed."""
    until = str(int(clock_end(table, clock) or 0))
    content = text(table.language)("reminder", people=format_mentions(users), until=until)
    return Screen("", content=content, mentions=users)


def render_notice(table: Table, package: GamePackage) -> Screen:
    """Return the message that warns the players of a silent game that it will be closed."""
    users = tuple(player.user for player in table.players if player.user)
    say = text(table.language, package.text)
    content = say("notice", people=format_mentions(users))
    row = (Button(say("button-hand"), OpenScreen(0), "main", "🐾"),)
    return Screen("", content=content, mentions=users, rows=(row,), table=table.id)
