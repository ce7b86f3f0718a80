"""The table's part of what people see: the board around a game, own screens, and mentions.

What lets people's phones buzz are mentions on a board, reminders and notices. Whoever reads a page
while the game goes on is told the news above its buttons.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.levels import known_level
from bot.domain.presence import seats_by_leaver
from bot.domain.table import (
    Elapse,
    Finished,
    Lobby,
    Match,
    Player,
    Table,
    clock_end,
    find_timer,
    is_closed,
    shows_game,
)
from bot.engine.box import GamePackage
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Prompt
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.screen import (
    MAX_NEWS_LINES,
    MAX_ROWS_PER_MESSAGE,
    Button,
    Field,
    FixedBoard,
    OpenScreen,
    OwnPage,
    OwnScreen,
    QuietScreen,
    Screen,
    ScreenContext,
    TableAction,
    TemporaryScreen,
    make_question,
)
from bot.engine.text_helpers import fit_lines, join_lines, join_paragraphs
from bot.i18n import Text, text
from bot.presenters import lobby as lobby_screens
from bot.presenters import panels


def make_lesson_buttons(here: ScreenContext) -> tuple[Button, ...]:
    """Return how a lesson is begun anew, and how it is left."""
    again = Button(here.say("button-learn-again"), TableAction("learn-again"), emoji="🔁")
    return (again, make_leave_lesson_button(here))


def make_leave_lesson_button(here: ScreenContext) -> Button:
    """Return how a lesson is left."""
    return Button(here.say("button-learn-leave"), TableAction("leave"), emoji="🚪")


def make_go_on_button(here: ScreenContext) -> Button:
    """Return how a lesson goes on without waiting for the computers.

    It takes a row of its own: in the last one, which keeps its place on a phone, the way back to
    the start would stand under the finger as soon as it is the learner's turn.
    """
    return Button(here.say("button-go-on"), TableAction("go-on"), "main", "🐾")


PAGE_PART = re.compile("[0-9]{0,3}")
"""The number of a page's part."""
MIN_TOLD_PAUSE_SECONDS = 10.0
"""The table's own pauses of at least so many seconds are told with the time when they end."""
MAX_LAST_TURN_LINES = 3
"""Lines of the last turn on a board with pictures."""
MISSED_EVENT_PREFIXES = ("table-time-out", "table-away")
"""How the names of events begin that tell of a clock that has run out."""
UNTOLD_EVENT_PREFIXES = ("table-paused",)
"""Events of former versions' tables that are told no more: the pause has a line of its own."""
MAX_BUTTONS_WITH_LESSON_BUTTONS = 10
"""So many buttons and menus fill a phone: of a lesson's own buttons there is only the way out, and
where that would take a row of its own, it waits for the next step."""

S = TypeVar("S", bound=Screen)


def convert_screen(kind: type[S], screen: Screen, **changes: Any) -> S:
    """Return a screen as another kind of screen, with these fields changed."""
    return kind(**{**asdict(screen), **changes})


def make_context(table: Table, box: GamePackage, language: str) -> ScreenContext:
    """Return what the game's screens are told, for a reader of `language`."""
    say = text(language, box.text)
    names = [escape_name(player.name) for player in table.players]
    unescaped = [to_plain_name(player.name) for player in table.players]
    marks = [say(_mark_of_player(player)) for player in table.players]
    return ScreenContext(
        say=say,
        names=tuple(f"{name}{mark}" for name, mark in zip(names, marks, strict=True)),
        labels=tuple(f"{name}{mark}" for name, mark in zip(unescaped, marks, strict=True)),
        pictures=not table.text_only,
        emojis={} if table.text_only else box.emojis,
        lesson=table.is_lesson,
        letters=tuple(
            seat if player.letter is None else player.letter
            for seat, player in enumerate(table.players)
        ),
        ended=isinstance(table, Finished),
    )


def _mark_of_player(player: Player) -> str:
    if player.is_vacant:
        return "mark-vacant"
    if player.user is None:
        return "mark-computer"
    return "mark-away" if player.away else "mark-present"


def users_asked(table: Table) -> tuple[int, ...]:
    """Return the user ids of the people who owe a decision."""
    if not isinstance(table, Match) or table.paused:
        return ()
    seats = (prompt.seat for prompt in table.waiting())
    users = {table.players[seat].user for seat in seats if seat is not None}
    return tuple(sorted(user for user in users if user))


def render_board(table: Table, box: GamePackage) -> Screen:
    """Return the public message of a table, in the table's language."""
    here = make_context(table, box, table.language)
    match table:
        case Lobby():
            screen = lobby_screens.render_lobby(table, box, here)
        case Match():
            screen = _render_match(table, box, here)
        case Finished(is_complete=True):
            screen = _render_end(table, box, here)
        case Finished():
            screen = _render_closed(table, box, here)
    plain = here.say("plain", game=here.say("game-title"), line=screen.content)
    return replace(screen, table=table.id, content=plain)


def _render_match(table: Match, box: GamePackage, here: ScreenContext) -> Screen:
    view = box.game.view(table.state, None)
    screen = box.screens.board(view, here)
    together = _group_prompts(table)
    if table.paused:
        content = here.say(f"paused-{table.paused}")
        owed = []
    else:
        content = _format_notification(view, together, box, here)
        asked = ((prompts, box.screens.asked(view, prompts, here)) for prompts in together)
        owed = [_format_prompts(table, prompts, line, here) for prompts, line in asked if line]
    told = _format_events(table, box, here)
    screen = replace(screen, content=content, rows=(*screen.rows, _board_buttons(table, here)))
    if here.pictures:
        # While people press, words are few.
        is_fixed = isinstance(screen, FixedBoard)
        last = "" if is_fixed else "\n".join(told[-MAX_LAST_TURN_LINES:])
        return replace(
            screen, text=join_paragraphs(join_lines(*dict.fromkeys(owed), screen.text), last)
        )
    return replace(
        screen,
        text=join_paragraphs("\n".join(owed), screen.text),
        fields=(*_events_field(told, here), *screen.fields),
    )


def _group_prompts(table: Match) -> tuple[list[Prompt], ...]:
    """Return what the game waits for, those with one decision together."""
    together: dict[int, list[Prompt]] = {}
    for prompt in table.prompts:
        together.setdefault(prompt.decision, []).append(prompt)
    return tuple(together.values())


def _format_notification(
    view: Struct, together: Sequence[list[Prompt]], box: GamePackage, here: ScreenContext
) -> str:
    """Return who is asked for what, for a notification: the table's own pause if nobody is."""
    plain = replace(here, emojis={})  # it spells out the application's
    by_people = [prompts for prompts in together if prompts[0].seat is not None]
    asked = (box.screens.asked(view, prompts, plain) for prompts in by_people or together)
    return " · ".join(filter(None, asked))


def _board_buttons(table: Table, here: ScreenContext) -> tuple[Button, ...]:
    """Return the table's own buttons below every board of a running game."""
    say = here.say
    return (
        Button(say("button-hand"), OpenScreen(0), "main", "🐾"),
        *((_make_words_button(say),) if here.pictures else ()),
        lobby_screens.make_rules_button(say, table.game),
        Button(say("button-table"), TableAction("table"), emoji="⚙️"),
        *((panels.make_come_back_button(say),) if seats_by_leaver(table) else ()),
    )


def _make_words_button(say: Text) -> Button:
    return Button(say("button-words"), TableAction("words"), emoji="🔤")


def _format_events(table: Table, box: GamePackage, here: ScreenContext) -> tuple[str, ...]:
    """Return the lines that tell the last public events, the newest last.

    While the table is paused, no computer plays for anybody who is away.
    """
    told = (
        event for event in table.public_events if not (table.paused and event.name == "table-away")
    )
    return tuple(line for event in told if (line := format_event(event, box, here)))


def _events_field(told: Sequence[str], here: ScreenContext) -> tuple[Field, ...]:
    """Return the field with as many of these lines as fit, the newest last."""
    newest = "\n".join(reversed(fit_lines(reversed(told))))
    return (Field(here.say("events-title"), newest),) if newest else ()


def _format_prompts(table: Match, prompts: Sequence[Prompt], line: str, here: ScreenContext) -> str:
    """Return the game's line of who owes what, with the time until when.

    Above a picture the message's plain content says who: then the time is all.
    """
    clock = next((owed.clock for owed in table.waiting() if owed in prompts), None)
    at = None if clock is None else clock_end(table, clock)
    if prompts[0].seat is None and (prompts[0].seconds or 0) >= MIN_TOLD_PAUSE_SECONDS:
        elapse = find_timer(table, Elapse(prompts[0].decision))
        at = elapse.at if elapse else None
    until = "" if at is None else str(int(at))
    if here.pictures and prompts[0].seat is not None:
        return here.say("owed-time", until=until) if until else ""
    return here.say("owed-until", line=line, until=until) if until else here.say("owed", line=line)


def format_event(event: EventRecord, box: GamePackage, here: ScreenContext) -> str:
    """Return an event as one line: the table's own from the shared catalogue."""
    if not event.name.startswith("table-"):
        return box.render_event(event, here)
    if event.name in UNTOLD_EVENT_PREFIXES:
        return ""
    values = {}
    match event.values:
        case (str(level),) if event.name == "table-like-us":
            values = {"level": here.say(f"level-{known_level(level, box)}")}
        case (int(seat), str(former)):
            values = {"name": escape_name(former), "heir": here.names[seat]}
        case (int(seat),):
            values = {"name": here.names[seat]}
        case (str(name),):
            values = {"name": escape_name(name)}
    return here.say(event.name, **values)


def _render_end(table: Finished, box: GamePackage, here: ScreenContext) -> Screen:
    places = box.game.standings(table.state) or ()
    view = box.game.view(table.state, None)
    screen = box.screens.end(view, places, here)
    winners = " · ".join(here.names[place.seat] for place in places if place.rank == 1)
    told = () if here.pictures else _events_field(_format_events(table, box, here), here)
    return replace(
        screen,
        content=here.say("plain-over", winners=winners),
        fields=(*screen.fields, *told),
        rows=(
            (
                Button(here.say("button-rematch"), TableAction("rematch"), "main", "🔁"),
                Button(here.say("button-moments"), TableAction("moments"), emoji="📖"),
                *((_make_words_button(here.say),) if here.pictures else ()),
                Button(here.say("button-deal"), TableAction("deal"), emoji="🔒"),
            ),
        ),
    )


def _render_closed(table: Finished, box: GamePackage, here: ScreenContext) -> Screen:
    idle = any(event.name == "table-idle-closed" for event in table.public_events[-1:])
    sentence = here.say("closed-idle" if idle else "closed")
    told = join_lines(
        format_early_end(table, box, here), panels.format_final_standings(table, box, here)
    )
    return Screen(here.say("closed-title"), told, content=sentence)


def format_early_end(table: Finished, box: GamePackage, here: ScreenContext) -> str:
    """Return the line that tells who ended the game early, "" if nobody did."""
    if table.ended_by is None:
        return ""
    return "\n".join(
        format_event(event, box, here)
        for event in table.public_events
        if event.name == "table-ended"
    )


def render_own(
    table: Table,
    box: GamePackage,
    user: int,
    language: str,
    press: OpenScreen | None = None,
    note: str = "",
) -> Screen:
    """Return what this person alone may see now, with the path that they have chosen so far.

    A path of another decision, or one that leads nowhere, shows the fresh screen. The question and
    the news before it are the message's plain content, above the picture; `note` is right above the
    buttons, or all that there is to read.
    """
    here = make_context(table, box, language)
    seat = table.seat_of(user)
    if seat is None or is_closed(table):
        screen = panels.render_outside(table, box, user, here)
    else:
        screen = _render_own(table, box, seat, here, press or OpenScreen(0))
    return replace(screen, table=table.id, note=note or screen.note)


def _render_own(
    table: Table, box: GamePackage, seat: Seat, here: ScreenContext, press: OpenScreen
) -> OwnScreen:
    if isinstance(table, Lobby):
        confirmed = table.players[seat].confirmed
        return (lobby_screens.render_seat if confirmed else lobby_screens.render_kept_seat)(
            table, here
        )
    if isinstance(table, Finished):
        return (_render_lesson_end if table.is_lesson else _render_result)(table, box, seat, here)
    prompt = table.prompt_of(seat)
    path = press.path if prompt and prompt.decision == press.decision else ""
    question = make_question(box.game, table.state, seat, prompt, path, here)
    view = question.view
    made = box.screens.private(question)
    kind = QuietScreen if isinstance(made, QuietScreen) else OwnScreen
    screen = convert_screen(OwnPage if question.entered != EMPTY_PREFIX else kind, made)
    further = _page_buttons(box.screens.pages(view), here)
    if table.is_lesson:
        if sum(map(len, screen.rows)) < MAX_BUTTONS_WITH_LESSON_BUTTONS:
            further = (*further, *make_lesson_buttons(here))
            if prompt is None:
                screen = _add_buttons(screen, (make_go_on_button(here),))
        elif further:
            further = (*further, make_leave_lesson_button(here))
    news = "\n".join(_format_news(table, box, seat, view, here))
    screen = replace(screen, text="", content=join_paragraphs(news, screen.text))
    return _add_buttons(screen, further)


def _format_news(
    table: Table, box: GamePackage, seat: Seat, view: Struct, here: ScreenContext
) -> tuple[str, ...]:
    """Return what happened to a person since they last acted, else what others did last."""
    since = table.players[seat].acted
    happened = [each.event for each in table.recent if each.step >= since]
    mine = [event for event in happened if event.to is None or seat in event.to]
    games = box.game.read_events(mine)
    news = (*format_missed(table, seat, here), *box.screens.news(games, view, seat, here))[
        -MAX_NEWS_LINES:
    ]
    if table.is_lesson:  # where the game itself tells all that happens
        return news
    since_then = (e.event for e in table.recent if e.step > since and e.event.to is None)
    return (
        news or tuple(filter(None, (format_event(event, box, here) for event in since_then)))[-1:]
    )


def format_missed(table: Table, seat: Seat, here: ScreenContext) -> tuple[str, ...]:
    """Return the sentence that the computer plays for this person, if it did since they acted."""
    since = table.players[seat].acted
    happened = (each.event for each in table.recent if each.step >= since)
    told = (
        e.name
        for e in happened
        if e.name.startswith(MISSED_EVENT_PREFIXES) and e.values[:1] == (seat,)
    )
    return tuple(here.say(f"news-{name}") for name in told)[-1:]


def _render_result(table: Finished, box: GamePackage, seat: Seat, here: ScreenContext) -> OwnScreen:
    """Return how the game ended for one person; the board has the way to the next one."""
    view = box.game.view(table.state, seat)
    places = box.game.standings(table.state) or ()
    row = (
        Button(here.say("button-moments"), TableAction("moments"), emoji="📖"),
        *(_page_buttons(tuple(n for n in box.screens.pages(view) if n != "story"), here)),
    )
    told = box.screens.result(view, places, seat, here)
    return OwnScreen("", content=told, rows=(row,))


def render_words(table: Match | Finished, box: GamePackage, user: int, language: str) -> Screen:
    """Return all that this person may see of a table in words, as a table that is text only has it.

    The board and, if they play, their own cards; the way back to these is the only button.
    """
    here = replace(make_context(table, box, language), pictures=False)
    seat = table.seat_of(user)
    told = (
        _render_match(table, box, here)
        if isinstance(table, Match)
        else _render_end(table, box, here)
    )
    plain = here.say("plain", game=here.say("game-title"), line=told.content)
    told = convert_screen(Screen, told, content=plain, rows=(), table=table.id)
    if seat is None or isinstance(table, Finished):
        return told
    mine = _render_own(table, box, seat, here, OpenScreen(0))
    back = Button(here.say("button-hand"), OpenScreen(0), "main", "🐾")
    fields = (*mine.fields, *told.fields)
    return convert_screen(OwnPage, told, content=mine.content, fields=fields, rows=((back,),))


def _render_lesson_end(
    table: Finished, box: GamePackage, seat: Seat, here: ScreenContext
) -> OwnScreen:
    """Return the end of a lesson, with the way to a game with others."""
    view = box.game.view(table.state, seat)
    screen = box.screens.end(view, box.game.standings(table.state) or (), here)
    row = (
        Button(here.say("button-play"), TableAction("play", table.game), "main", "🐾"),
        Button(here.say("button-learn-again"), TableAction("learn-again"), emoji="🔁"),
        *_page_buttons(box.screens.pages(view), here),
    )
    return convert_screen(OwnScreen, screen, rows=(row,))


def _add_buttons(screen: OwnScreen, buttons: tuple[Button, ...]) -> OwnScreen:
    """Add these buttons: as a row of their own, if there is room."""
    if not buttons:
        return screen
    if len(screen.rows) < MAX_ROWS_PER_MESSAGE:
        return replace(screen, rows=(*screen.rows, buttons))
    *rows, last = screen.rows
    return replace(screen, rows=(*rows, (*last, *buttons)))


def _page_buttons(names: tuple[str, ...], here: ScreenContext) -> tuple[Button, ...]:
    return tuple(Button(here.say(f"button-{name}"), TableAction("page", name)) for name in names)


def render_page(
    table: Table,
    box: GamePackage,
    user: int,
    language: str,
    name: str,
    events: tuple[EventRecord, ...],
) -> Screen | None:
    """Return a further page of a game to this person alone, None if it is not to be opened now."""
    if not shows_game(table):
        return None
    here = make_context(table, box, language)
    seat = table.seat_of(user)
    view = box.game.view(table.state, seat)
    whole, _, part = name.partition("-")
    if whole not in box.screens.pages(view) or not PAGE_PART.fullmatch(part):
        return None
    told = tuple(notice.event for notice in box.game.read_events(events))
    screen = box.screens.page(name, view, told, here)
    label = "button-hand" if isinstance(table, Match) else "button-result"
    back = (Button(here.say(label), OpenScreen(0), "main", "🐾"),)
    if seat is None:
        return convert_screen(Screen, screen, table=table.id)
    return convert_screen(OwnPage, screen, rows=(*screen.rows, back), table=table.id)


def render_sentence(say: Text, key: str, **values: int | str) -> TemporaryScreen:
    """Return a private answer of one sentence."""
    return TemporaryScreen("", content=say(key, **values))


def add_mentions(screen: Screen, table: Table, users: tuple[int, ...]) -> Screen:
    """Return a board that is posted anew, with a mention of exactly those who are called by it."""
    if not users:
        return screen
    key = "call-start" if isinstance(table, Lobby) else "call"
    content = text(table.language)(key, people=format_mentions(users), plain=screen.content)
    return replace(screen, content=content, mentions=users)


def format_mentions(users: tuple[int, ...]) -> str:
    """Return Discord's mentions of these users."""
    return " ".join(f"<@{user}>" for user in users)


def render_reminder(table: Table, users: tuple[int, ...], clock: str) -> Screen:
    """Return the call to those who still owe an answer when half of the time has gone."""
    until = str(int(clock_end(table, clock) or 0))
    content = text(table.language)("reminder", people=format_mentions(users), until=until)
    return Screen("", content=content, mentions=users)


def render_notice(table: Table, box: GamePackage) -> Screen:
    """Return the notice before a game is closed that nobody touches."""
    users = tuple(player.user for player in table.players if player.user)
    say = text(table.language, box.text)
    content = say("notice", people=format_mentions(users))
    row = (Button(say("button-hand"), OpenScreen(0), "main", "🐾"),)
    return Screen("", content=content, mentions=users, rows=(row,), table=table.id)


MAX_PLAYERS_NAMED = 3
"""So many who have played are named."""


def add_news(
    page: OwnPage, table: Table, box: GamePackage, user: int, language: str, played: Iterable[Seat]
) -> OwnPage:
    """Return the page that a person reads with the news of the table above its buttons.

    `played`: who has played since they opened it, the reader too if the computer did for them.
    Whether the table waits for the reader is told as it is now. What the page says there already,
    such as why a press was refused, stays.
    """
    if page.note:
        return page
    return replace(page, note=_format_page_news(table, box, user, language, tuple(played)))


def _format_page_news(
    table: Table, box: GamePackage, user: int, language: str, played: tuple[Seat, ...]
) -> str:
    here = make_context(table, box, language)
    say = here.say
    if isinstance(table, Finished):
        if not table.is_complete:
            return render_own(table, box, user, language).content
        return say("reading-over", button=say("button-hand"))
    seat = table.seat_of(user)
    names = [here.names[other] for other in played if other != seat]
    told: list[str] = []
    if seat in played:
        told += format_missed(table, seat, here)
    if names and len(names) <= MAX_PLAYERS_NAMED:
        told.append(say("reading-played", names=_join_names(names, say), count=len(names)))
    waiting = table.waiting() if isinstance(table, Match) and not table.paused else ()
    if any(prompt.seat == seat for prompt in waiting):
        told.append(say("reading-asked", button=say("button-hand")))
    return " ".join(told) or say("reading-news")


def _join_names(names: list[str], say: Text) -> str:
    *others, last = names
    return say("reading-names", others=", ".join(others), last=last) if others else last
