"""The rules about what people see: texts in all languages, screens that fit, nothing given away."""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from msgspec.structs import replace

from bot.engine.author_checks import needed
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActRecord, Prompt, StepRecord
from bot.engine.moves import one_field
from bot.engine.screen import (
    NEWS,
    Button,
    Look,
    Picture,
    Screen,
    ScreenContext,
    Select,
    SubmitMove,
    question_of,
)
from bot.i18n import LANGUAGES, Text, text
from bot.testing.limits import EMBED, problems
from bot.testing.playing import PACE, Broken, Moment, Play, Rule, next_fields
from bot.testing.secrecy import name, twins

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jan")
LONG = "\\*" * 32
"""The longest name: 32 signs of markup, each escaped."""
BOARD = 4500
"""Room for the words of a board, beside what the table adds to them."""
LOOKED_AT = 3
"""So many moments of a game are looked at where screens are made."""
DRAWN = 1
"""So many pictures of somebody's screens are drawn: it takes long."""
PRESSES = 60
"""So many presses lead to any move."""
AT_THE_TABLE = EventRecord(None, "table-back", ("Ada",))
"""What a table tells of itself stands in a course, too."""


def _texts(play: Play) -> None:
    first = messages(play.box.text, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = messages(play.box.text, language)
        for key in sorted(first.keys() ^ other.keys()):
            there, other_one = (
                (LANGUAGES[0], language) if key in first else (language, LANGUAGES[0])
            )
            raise Broken(f"{key} is in {there}.ftl, but not in {other_one}.ftl: add or remove it")
        for key, placeholders in first.items():
            if other[key] != placeholders:
                raise Broken(f"{key} has other placeholders in {language}.ftl")
    for language in LANGUAGES:
        say = text(language, play.box.text)
        for key, values in needed(play.box):
            _said(say, key, values)


@cache
def messages(folder: Path, language: str) -> dict[str, frozenset[str]]:
    """Return the placeholders of each message of a catalogue.

    Raises `Broken` if it is not written well, or has a message twice.
    """
    file = folder / f"{language}.ftl"
    found = dict[str, frozenset[str]]()
    for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
        if isinstance(entry, ftl.Junk):
            raise Broken(f"{file.name} is not written well: {(entry.content or '').strip()[:60]}")
        if isinstance(entry, ftl.Message):
            if entry.id.name in found:
                raise Broken(f"{entry.id.name} stands twice in {file.name}")
            collector = _Placeholders()
            collector.visit(entry)
            found[entry.id.name] = frozenset(collector.names)
    return found


class _Placeholders(Visitor):
    def __init__(self) -> None:
        self.names = set[str]()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def _said(say: Text, key: str, values: dict[str, int | str]) -> None:
    try:
        if not say(key, **values).strip():
            raise Broken(f"{key} says nothing in {say.language}")
    except KeyError as missing:
        raise Broken(f"{say.language}.ftl lacks {key}") from missing
    except ValueError as unfilled:
        raise Broken(f"in {say.language}: {unfilled}") from unfilled


def _told(play: Play) -> None:
    for language in LANGUAGES:
        scene = scene_of(play, language)
        for moment in play.moments:
            for event in moment.events:
                play.box.render_event(event, scene)
        for moment in play.some(LOOKED_AT, play.luck):
            for seat in range(play.setting.seats):
                view, events = play.game.view(moment.state, seat), _since(play, moment, seat)
                lines = play.box.screens.news(play.game.read_events(events), view, seat, scene)
                if len(lines) > NEWS:
                    raise Broken(f"{len(lines)} lines of news for {name(seat)}", moment.number)
            _asked(play, moment, scene)


def _asked(play: Play, moment: Moment, scene: ScreenContext) -> None:
    prompts, view = play.game.prompts(moment.state), play.game.view(moment.state, None)
    for decision in {prompt.decision for prompt in prompts}:
        together = [prompt for prompt in prompts if prompt.decision == decision]
        play.box.screens.asked(view, together, scene)


def _since(play: Play, moment: Moment, seat: Seat) -> list[EventRecord]:
    """Return what a seat may know of since its own last answer, with what came of it."""
    past = play.moments[: moment.number + 1]
    own = [m.number for m in past if isinstance(m.given, ActRecord) and m.given.seat == seat]
    events = [event for m in past[own[-1] if own else 0 :] for event in m.events]
    return [event for event in events if event.to is None or seat in event.to]


def _fits(play: Play) -> None:
    luck = play.luck
    for moment in (*play.some(LOOKED_AT, luck), play.moments[-1]):
        scene = scene_of(play, luck.choice(LANGUAGES), long=luck.random() < 0.5)
        if scene.names[0] != LONG:
            scene = replace(scene, emojis=longest_emojis(play.box.signs))
        for pictures in {play.box.pictures, False}:
            for what, screen, room in _screens(play, moment, replace(scene, pictures=pictures)):
                for problem in problems(screen, room):
                    raise Broken(f"{what} in {scene.say.language}: {problem}", moment.number)


def _pressed(play: Play) -> None:
    luck = play.luck
    for moment in play.some(LOOKED_AT, luck):
        scene = scene_of(play, luck.choice(LANGUAGES))
        for prompt in play.game.prompts(moment.state):
            if prompt.seat is not None:
                _press(play, moment, prompt, scene, luck)


def _waits(play: Play) -> None:
    scene = scene_of(play, LANGUAGES[0])
    for moment in play.some(LOOKED_AT, play.luck):
        asked = {prompt.seat for prompt in play.game.prompts(moment.state)}
        for seat in {*range(play.setting.seats)} - asked if asked else ():
            own = _own(play, moment.state, seat, "", scene)
            for item in (item for row in own.rows for item in row):
                press = getattr(item, "press", None)
                if isinstance(press, SubmitMove | Look) and not getattr(item, "disabled", False):
                    raise Broken(f"seat {seat} is asked nothing, and can press", moment.number)


def _ended(play: Play) -> None:
    moment = play.moments[-1]
    if play.failure:
        return
    places = play.game.standings(moment.state) or ()
    for language in LANGUAGES:
        for pictures in {play.box.pictures, False}:
            scene = replace(scene_of(play, language), pictures=pictures)
            end = _board(play, moment, scene)
            told = "\n".join([end.title, end.text, *(f"{f.name}\n{f.text}" for f in end.fields)])
            for seat, who in enumerate(scene.names):
                if who not in told:
                    raise Broken(f"the end does not name {name(seat)} in {language}", moment.number)
                view = play.game.view(moment.state, seat)
                if not play.box.screens.result(view, places, seat, scene):
                    raise Broken(f"{name(seat)} is not told how it ended", moment.number)


def _silent(play: Play) -> None:
    for moment, viewer, other in twins(play):
        scene = scene_of(play, LANGUAGES[0])
        shown = (moment.state, other)
        one, two = (_shown_to(play, replace(moment, state=s), viewer, scene) for s in shown)
        if one != two:
            raise Broken(f"a screen tells {name(viewer)} what is hidden from them", moment.number)
        both = [*zip(_pictures(one), _pictures(two), strict=True)]
        for picture, twin in both[:DRAWN]:
            if picture.draw() != twin.draw():
                why = f"the picture {picture.name} shows {name(viewer)} what is hidden from them"
                raise Broken(why, moment.number)


def _in_words(play: Play) -> None:
    for moment in play.some(LOOKED_AT, play.luck):
        scene = scene_of(play, LANGUAGES[0])
        board = _board(play, moment, replace(scene, pictures=False))
        if board.picture or board.below:
            raise Broken("a board that is text only has a picture", moment.number)
        if not (board.text.strip() or board.fields):
            raise Broken("a board that is text only says nothing", moment.number)


def _ruled(play: Play) -> None:
    for language in LANGUAGES:
        for pictures in {play.box.pictures, False}:
            scene = ScreenContext(text(language, play.box.text), (), (), pictures)
            for page in range(len(play.box.screens.rules_pages)):
                screen = play.box.screens.rules(page, scene)
                for problem in problems(screen):
                    raise Broken(f"page {page} of the rules in {language}: {problem}")
                if screen.rows:
                    raise Broken(f"page {page} of the rules has something to press")


def scene_of(play: Play, language: str, *, long: bool = False) -> ScreenContext:
    """Return the scene of a game's players, with names of usual length or the longest ones."""
    names = (LONG,) * play.setting.seats if long else _names(play.setting.seats)
    labels = tuple(each.replace("\\", "") for each in names)
    say = text(language, play.box.text)
    return ScreenContext(say, names, labels, play.box.pictures)


@cache
def longest_emojis(signs: Path | None) -> dict[str, str]:
    """Return an application's emojis for these signs, names and ids as long as they can be."""
    stems = sorted(file.stem for file in signs.glob("*.webp")) if signs else []
    return {
        stem: f"<:{stem.replace('-', '_'):x<32}:{9 * 10**18 + number}>"
        for number, stem in enumerate(stems)
    }


def _names(seats: int) -> tuple[str, ...]:
    return tuple(f"{NAMES[seat % len(NAMES)]}{seat // len(NAMES) or ''}" for seat in range(seats))


def _board(play: Play, moment: Moment, scene: ScreenContext) -> Screen:
    view = play.game.view(moment.state, None)
    places = play.game.standings(moment.state)
    if places is None:
        return play.box.screens.board(view, scene)
    return play.box.screens.end(view, places, scene)


def _own(play: Play, state: Any, seat: Seat, path: str, scene: ScreenContext) -> Screen:
    prompts = {prompt.seat: prompt for prompt in play.game.prompts(state)}
    question = question_of(play.game, state, seat, prompts.get(seat), path, scene)
    return play.box.screens.private(question)


def _shown_to(
    play: Play, moment: Moment, viewer: Seat | None, scene: ScreenContext
) -> list[Screen]:
    """Return what somebody can look at."""
    screens = [_board(play, moment, scene)]
    if viewer is not None and play.game.prompts(moment.state):
        screens.append(_own(play, moment.state, viewer, "", scene))
    return screens


def _pictures(screens: list[Screen]) -> list[Picture]:
    both = [picture for screen in screens for picture in (screen.picture, screen.below)]
    return [picture for picture in both if picture]


def _screens(play: Play, moment: Moment, scene: ScreenContext) -> Iterator[tuple[str, Screen, int]]:
    """Yield the screens of a moment, each with its name and the room that it has."""
    yield "the board", _board(play, moment, scene), BOARD
    if not play.game.prompts(moment.state):
        return
    for seat in range(play.setting.seats):
        moves = play.game.legal_paths(moment.state, seat)
        *steps, _ = accumulate(play.luck.choice(moves or ("",)).split("/"), "{}/{}".format)
        for path in ("", *steps):
            own = _own(play, moment.state, seat, path, scene)
            yield f"the screen of seat {seat} after {path!r}", own, EMBED
    view = play.game.view(moment.state, None)
    records = [e for m in play.moments[: moment.number] for e in m.events if e.to is None]
    events = [notice.event for notice in play.game.read_events(records)]
    for page in play.box.screens.pages(view):
        yield f"the page {page}", play.box.screens.page(page, view, events, scene), EMBED


def _press(play: Play, moment: Moment, prompt: Prompt, scene: ScreenContext, luck: Random) -> None:
    """Press through board and own screens to a move; raise `Broken` where that ends."""
    seat, path, seen = prompt.seat or 0, "", set[str]()
    moves = play.game.legal_paths(moment.state, seat)
    board = play.box.screens.board(play.game.view(moment.state, None), scene)
    for _ in range(PRESSES):
        own = _own(play, moment.state, seat, path, scene)
        presses = [*offered(board, prompt, luck), *offered(own, prompt, luck)]
        leading = [p for p in presses if isinstance(p, Look) or p.path in moves]
        if not leading:
            raise Broken(f"seat {seat} finds nothing to press after {path!r}", moment.number)
        new = [p for p in leading if p.path not in seen]
        press = luck.choice(new or leading)
        if isinstance(press, SubmitMove):
            return
        path = press.path
        seen.add(path)
        if path and path not in moves and not next_fields(moves, path):
            raise Broken(f"seat {seat} is led to {path!r}, which begins no move", moment.number)
    raise Broken(f"seat {seat} finds no move in {PRESSES} presses", moment.number)


def offered(screen: Screen, prompt: Prompt, luck: Random) -> Iterator[SubmitMove | Look]:
    """Yield what can be pressed for a decision; of a menu, one choice."""
    for item in (item for row in screen.rows for item in row):
        press = getattr(item, "press", None)
        if not isinstance(press, SubmitMove | Look) or press.decision != prompt.decision:
            continue
        if isinstance(item, Select):
            values = [value.split("~")[0] for value, _ in item.options]
            chosen = luck.sample(values, luck.randint(item.least, item.most))
            yield replace(press, path=f"{press.path}/{one_field(chosen)}".lstrip("/"))
        elif isinstance(item, Button) and not item.disabled:
            yield press


def _awarded(play: Play) -> None:
    for language in LANGUAGES:
        for award in play.game.awards:
            _said(text(language, play.box.text), f"award-{award}", {})
    places = play.game.standings(play.moments[-1].state)
    if places is None:
        return
    course, seats = play.game.read_log(_course(play)), range(play.setting.seats)
    found = play.game.earned_awards(course, places)
    for award, seat in found:
        if award not in play.game.awards:
            raise Broken(f"{award!r} is awarded, but not among `awards`")
        if seat not in seats:
            raise Broken(f"{award} is awarded to seat {seat}, which is not there")
        if found.count((award, seat)) > 1:
            raise Broken(f"{award} is awarded twice to seat {seat}")
    if play.game.earned_awards(course, places) != found:
        raise Broken("the same game brings other awards")


def _course(play: Play) -> Iterator[StepRecord]:
    for moment in play.moments:
        at = moment.number * PACE / 1000
        yield StepRecord(moment.number, at, moment.given, moment.events)
        if moment.number == 0:
            yield StepRecord(moment.number, at, None, (AT_THE_TABLE,))


RULES = (
    Rule(
        "texts",
        "All texts are there in all languages, with the same placeholders.",
        _texts,
        every=1000,
    ),
    Rule(
        "told",
        "Whatever happens can be told, in all languages, to whoever may know of it.",
        _told,
        of="screens.told",
    ),
    Rule(
        "fits",
        "Discord takes every screen, in all languages, with the longest names.",
        _fits,
        of="screens.private",
    ),
    Rule(
        "pressed",
        "Each move is made by pressing what board and own screen offer, step by step.",
        _pressed,
        of="screens.private",
    ),
    Rule(
        "waits",
        "Whoever is asked nothing has a screen, and no move to press on it.",
        _waits,
        of="screens.private",
    ),
    Rule(
        "end-told",
        "The end names everybody, and tells each of them how it ended, in all languages.",
        _ended,
        of="screens.end",
    ),
    Rule(
        "silent",
        "Pictures and texts give nothing away: they are the same whatever is hidden.",
        _silent,
        of="screens.private",
    ),
    Rule(
        "in-words",
        "Without pictures, a board and a hand are told in words.",
        _in_words,
        of="screens.board",
    ),
    Rule(
        "ruled",
        "The rules can be read on each of their pages, in all languages.",
        _ruled,
        every=1000,
        of="screens.rules",
    ),
    Rule(
        "awarded",
        "Who is honoured sits there, for what `awards` names, once; all of it has its words.",
        _awarded,
        of="game.earned_awards",
    ),
)
