"""The table's part of what people see: the board around a game, and everybody's own screen."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Event, Prompt, Seat
from bot.games.screen import ROWS, Button, Do, Field, Look, Scene, Screen
from bot.games.wording import lines, paragraphs
from bot.store.records import Player, Table
from bot.tables import lobby_screens
from bot.tables.change import is_vacant, seat_of
from bot.tables.dues import running
from bot.tables.fitting import fitting
from bot.tables.levels import known
from bot.tables.names import escaped, plain
from bot.tables.playing import prompt_of, waiting
from bot.text import Text, text

PART = re.compile("[0-9]{0,3}")
"""The number of a page's part."""
TOLD_FROM = 10.0
"""The table's own pauses of at least so many seconds are told with the time when they end."""
LAST = 3
"""Lines of the last turn on a board with pictures."""
NEWS = 3
"""Sentences of what happened to a person."""
CROWDED = 10
"""So many buttons and menus fill a phone: the way out of a lesson waits for the next step."""


def scene(table: Table, box: Box, language: str) -> Scene:
    """Return what the game's screens are told, for a reader of `language`."""
    say = text(language, box.text)
    names = [escaped(player.name) for player in table.players]
    unescaped = [plain(player.name) for player in table.players]
    marks = [say(_mark(player)) for player in table.players]
    return Scene(
        say=say,
        names=tuple(f"{name}{mark}" for name, mark in zip(names, marks, strict=True)),
        labels=tuple(f"{name}{mark}" for name, mark in zip(unescaped, marks, strict=True)),
        pictures=not table.text_only,
        emojis={} if table.text_only else box.emojis,
        lesson=table.is_lesson,
    )


def _mark(player: Player) -> str:
    if is_vacant(player):
        return "mark-vacant"
    if player.user is None:
        return "mark-computer"
    return "mark-away" if player.away else "mark-present"


def asked(table: Table) -> tuple[int, ...]:
    """Return the user ids of the people who owe a decision."""
    if table.phase != "playing" or table.paused:
        return ()
    owing = (prompt.seat for prompt in waiting(table))
    users = {table.players[seat].user for seat in owing if seat is not None}
    return tuple(sorted(user for user in users if user))


def board(table: Table, box: Box) -> Screen:
    """Return the public message of a table, in the table's language."""
    here = scene(table, box, table.language)
    match table.phase:
        case "lobby":
            screen = lobby_screens.lobby(table, box, here)
        case "playing":
            screen = _game(table, box, here)
        case "over":
            screen = _end(table, box, here)
        case _:
            screen = _closed(table, box, here)
    plain = here.say("plain", game=here.say("game-title"), line=screen.content)
    return replace(screen, table=table.id, content=plain)


def calling(screen: Screen, table: Table, users: tuple[int, ...]) -> Screen:
    """Return a board that is posted anew, with a mention of exactly those who owe."""
    if not users:
        return screen
    content = text(table.language)("call", people=mentioned(users), plain=screen.content)
    return replace(screen, content=content, mentions=users)


def mentioned(users: tuple[int, ...]) -> str:
    """Return Discord's mentions of these users."""
    return " ".join(f"<@{user}>" for user in users)


def _game(table: Table, box: Box, here: Scene) -> Screen:
    view = box.game.view(table.state, None)
    screen = box.screens.board(view, here)
    together = _together(table)
    if table.paused:
        content = here.say(f"paused-{table.paused}")
        owed = [content]
    else:
        content = _in_short(view, together, box, here)
        asked = ((prompts, box.screens.asked(view, prompts, here)) for prompts in together)
        owed = [_owed(table, prompts, line, here) for prompts, line in asked if line]
    told = _happened(table, box, here)
    screen = replace(screen, content=content, rows=(*screen.rows, _board_row(table, here)))
    if here.pictures:
        last = "" if screen.stays else "\n".join(told[-LAST:])  # while people press, words are few
        return replace(screen, text=paragraphs(lines(*dict.fromkeys(owed), screen.text), last))
    return replace(
        screen,
        text=paragraphs("\n".join(owed), screen.text),
        fields=(*_events(told, here), *screen.fields),
    )


def _together(table: Table) -> tuple[list[Prompt], ...]:
    """Return what the game waits for, those with one decision together."""
    together: dict[int, list[Prompt]] = {}
    for prompt in table.prompts:
        together.setdefault(prompt.decision, []).append(prompt)
    return tuple(together.values())


def _in_short(view: Struct, together: Sequence[list[Prompt]], box: Box, here: Scene) -> str:
    """Return who is asked for what, for a notification: the table's own pause if nobody is."""
    plain = replace(here, emojis={})  # it spells out the application's
    by_people = [prompts for prompts in together if prompts[0].seat is not None]
    asked = (box.screens.asked(view, prompts, plain) for prompts in by_people or together)
    return " · ".join(filter(None, asked))


def _board_row(table: Table, here: Scene) -> tuple[Button, ...]:
    """Return the table's own buttons below every board of a running game."""
    say = here.say
    return (
        Button(say("button-hand"), Look(0), "main", "🐾"),
        *((_in_words(say),) if here.pictures else ()),
        lobby_screens.rules_button(say, table.game),
        Button(say("button-table"), Do("table"), emoji="⚙️"),
    )


def _in_words(say: Text) -> Button:
    return Button(say("button-words"), Do("words"), emoji="🔤")


def _happened(table: Table, box: Box, here: Scene) -> tuple[str, ...]:
    """Return the lines that tell the last public events, the newest last."""
    return tuple(line for event in table.told if (line := _told(event, box, here)))


def _events(told: Sequence[str], here: Scene) -> tuple[Field, ...]:
    """Return the field with as many of these lines as fit, the newest last."""
    newest = "\n".join(reversed(fitting(reversed(told))))
    return (Field(here.say("events-title"), newest),) if newest else ()


def _owed(table: Table, prompts: Sequence[Prompt], line: str, here: Scene) -> str:
    """Return the game's line of who owes what, with the time until when.

    Above a picture the message's plain content says who: then the time is all.
    """
    people = waiting(table, tuple(prompts))
    deadline = running(table, "deadline", people[0].clock) if people else None
    if prompts[0].seat is None and (prompts[0].seconds or 0) >= TOLD_FROM:
        deadline = running(table, "elapse", str(prompts[0].decision))
    until = str(int(deadline.at)) if deadline else ""
    if here.pictures and people:
        return here.say("owed-time", until=until) if until else ""
    return here.say("owed-until", line=line, until=until) if until else here.say("owed", line=line)


def _told(event: Event, box: Box, here: Scene) -> str:
    """Return an event as one line: the table's own from the shared catalogue."""
    if not event.name.startswith("table-"):
        return box.screens.told(event, here)
    if event.name == "table-like-us":
        return here.say(event.name, level=here.say(f"level-{known(str(event.values[0]), box)}"))
    match event.values:
        case (int(seat), str(former)):
            return here.say(event.name, name=escaped(former), heir=here.names[seat])
        case (int(seat),):
            return here.say(event.name, name=here.names[seat])
        case (str(name),):
            return here.say(event.name, name=escaped(name))
        case _:
            return here.say(event.name)


def _end(table: Table, box: Box, here: Scene) -> Screen:
    places = box.game.standings(table.state) or ()
    view = box.game.view(table.state, None)
    screen = box.screens.end(view, places, here)
    winners = " · ".join(here.names[place.seat] for place in places if place.rank == 1)
    told = () if here.pictures else _events(_happened(table, box, here), here)
    return replace(
        screen,
        content=here.say("plain-over", winners=winners),
        fields=(*screen.fields, *told),
        rows=(
            (
                Button(here.say("button-rematch"), Do("rematch"), "main", "🔁"),
                *_page_buttons(box.screens.pages(view), here),
                *((_in_words(here.say),) if here.pictures else ()),
                Button(here.say("button-deal"), Do("deal"), emoji="🔒"),
            ),
        ),
    )


def _closed(table: Table, box: Box, here: Scene) -> Screen:
    idle = any(event.name == "table-idle-closed" for event in table.told[-1:])
    sentence = here.say("closed-idle" if idle else "closed")
    return Screen(here.say("closed-title"), ended_early(table, box, here), content=sentence)


def ended_early(table: Table, box: Box, here: Scene) -> str:
    """Return the line that tells who ended the game early, "" if nobody did."""
    if table.ended_by is None:
        return ""
    return "\n".join(_told(event, box, here) for event in table.told if event.name == "table-ended")


def reminder(table: Table, users: tuple[int, ...], clock: str) -> Screen:
    """Return the call to those who still owe an answer when half of the time has gone."""
    deadline = running(table, "deadline", clock)
    until = str(int(deadline.at)) if deadline else "0"
    content = text(table.language)("reminder", people=mentioned(users), until=until)
    return Screen("", content=content, mentions=users)


def notice(table: Table, box: Box) -> Screen:
    """Return the notice before a game is closed that nobody touches."""
    users = tuple(player.user for player in table.players if player.user)
    say = text(table.language, box.text)
    content = say("notice", people=mentioned(users))
    row = (Button(say("button-hand"), Look(0), "main", "🐾"),)
    return Screen("", content=content, mentions=users, rows=(row,), table=table.id)


def own(
    table: Table,
    box: Box,
    user: int,
    language: str,
    press: Look | None = None,
    note: str = "",
) -> Screen:
    """Return what this person alone may see now, with the path that they have chosen so far.

    A path of another decision, or one that leads nowhere, shows the fresh screen. The question and
    the news before it are the message's plain content, above the picture; `note` is right above the
    buttons, or all that there is to read.
    """
    here = scene(table, box, language)
    seat = seat_of(table, user)
    screen = _own(table, box, seat, here, press or Look(0))
    return replace(screen, table=table.id, note=note or screen.note, own=seat is not None)


def _own(table: Table, box: Box, seat: Seat | None, here: Scene, press: Look) -> Screen:
    if table.phase == "closed":
        return sentence(here.say, "lesson-closed" if table.is_lesson else "closed")
    if seat is None:
        return sentence(here.say, f"onlooker-{table.phase}")
    if table.phase == "lobby":
        confirmed = table.players[seat].confirmed
        return (lobby_screens.seat_taken if confirmed else lobby_screens.seat_kept)(table, here)
    if table.phase == "over":
        return (_lesson_end if table.is_lesson else _over)(table, box, seat, here)
    prompt = prompt_of(table.prompts, seat)
    moves = box.game.moves(table.state, seat) if prompt else ()
    path = press.path if prompt and prompt.decision == press.decision else ""
    if not any(move == path or move.startswith(f"{path}/") for move in moves):
        path = ""
    view = box.game.view(table.state, seat)
    screen = box.screens.private(view, seat, prompt, moves, path, here)
    further = _page_buttons(box.screens.pages(view), here)
    if table.is_lesson and sum(map(len, screen.rows)) < CROWDED:
        further = (*further, *_lesson_buttons(here, asked=prompt is not None))
    news = "\n".join(_news(table, box, seat, view, here))
    screen = replace(screen, text="", content=paragraphs(news, screen.text))
    return _with_further(screen, further)


def _news(table: Table, box: Box, seat: Seat, view: Struct, here: Scene) -> tuple[str, ...]:
    """Return what happened to a person since they last acted, else what others did last."""
    since = table.players[seat].acted
    happened = [each.event for each in table.recent if each.step >= since]
    mine = [event for event in happened if event.to is None or seat in event.to]
    missed = tuple(
        here.say(f"news-{event.name}")
        for event in mine
        if event.name in ("table-time-out", "table-away") and event.values[:1] == (seat,)
    )
    games = [event for event in mine if not event.name.startswith("table-")]
    news = (*missed[-1:], *box.screens.news(games, view, seat, here))[-NEWS:]
    if table.is_lesson:  # where the game itself tells all that happens
        return news
    since_then = (e.event for e in table.recent if e.step > since and e.event.to is None)
    return news or tuple(filter(None, (_told(event, box, here) for event in since_then)))[-1:]


def _over(table: Table, box: Box, seat: Seat, here: Scene) -> Screen:
    """Return how the game ended for one person; the board has the way to the next one."""
    view = box.game.view(table.state, seat)
    places = box.game.standings(table.state) or ()
    row = _page_buttons(box.screens.pages(view), here)
    told = box.screens.result(view, places, seat, here)
    return Screen("", content=told, rows=(row,) if row else ())


def words(table: Table, box: Box, user: int, language: str) -> Screen:
    """Return all that this person may see of a table in words, as a table that is text only has it.

    The board and, if they play, their own cards; the way back to these is the only button.
    """
    here = replace(scene(table, box, language), pictures=False)
    seat = seat_of(table, user)
    told = _game(table, box, here) if table.phase == "playing" else _end(table, box, here)
    plain = here.say("plain", game=here.say("game-title"), line=told.content)
    told = replace(told, content=plain, rows=(), table=table.id)
    if seat is None or table.phase != "playing":
        return told
    mine = _own(table, box, seat, here, Look(0))
    back = Button(here.say("button-hand"), Look(0), "main", "🐾")
    fields = (*mine.fields, *told.fields)
    return replace(told, content=mine.content, fields=fields, rows=((back,),), own=True)


def _lesson_buttons(here: Scene, *, asked: bool) -> tuple[Button, ...]:
    """Return the way out of a lesson, and how to see it go on if no push can come."""
    go_on = Button(here.say("button-go-on"), Look(0), "main", "🐾")
    buttons = (
        Button(here.say("button-learn-again"), Do("learn-again"), emoji="🔁"),
        Button(here.say("button-learn-leave"), Do("leave"), emoji="🚪"),
    )
    return buttons if asked else (go_on, *buttons)


def _lesson_end(table: Table, box: Box, seat: Seat, here: Scene) -> Screen:
    """Return the end of a lesson, with the way to a game with others."""
    view = box.game.view(table.state, seat)
    screen = box.screens.end(view, box.game.standings(table.state) or (), here)
    row = (
        Button(here.say("button-play"), Do("play", table.game), "main", "🐾"),
        Button(here.say("button-learn-again"), Do("learn-again"), emoji="🔁"),
        *_page_buttons(box.screens.pages(view), here),
    )
    return replace(screen, rows=(row,))


def _with_further(screen: Screen, buttons: tuple[Button, ...]) -> Screen:
    """Add these buttons: as a row of their own, if there is room."""
    if not buttons:
        return screen
    if len(screen.rows) < ROWS:
        return replace(screen, rows=(*screen.rows, buttons))
    *rows, last = screen.rows
    return replace(screen, rows=(*rows, (*last, *buttons)))


def _page_buttons(names: tuple[str, ...], here: Scene) -> tuple[Button, ...]:
    return tuple(Button(here.say(f"button-{name}"), Do("page", name)) for name in names)


def page(
    table: Table, box: Box, user: int, language: str, name: str, events: tuple[Event, ...]
) -> Screen | None:
    """Return a further page of a game to this person alone, None if it is not to be opened now."""
    if table.phase not in ("playing", "over"):
        return None
    here = scene(table, box, language)
    seat = seat_of(table, user)
    view = box.game.view(table.state, seat)
    whole, _, part = name.partition("-")
    if whole not in box.screens.pages(view) or not PART.fullmatch(part):
        return None
    screen = box.screens.page(name, view, events, here)
    back = (Button(here.say("button-hand"), Look(0), "main", "🐾"),)
    rows = screen.rows if seat is None else (*screen.rows, back)
    return replace(screen, rows=rows, table=table.id, own=seat is not None)


def sentence(say: Text, key: str, **values: int | str) -> Screen:
    """Return a private answer of one sentence."""
    return Screen("", content=say(key, **values), passing=True)
