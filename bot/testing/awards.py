"""The rule about what players are honoured for after a game."""

from collections.abc import Iterator

from bot.engine.events import EventRecord
from bot.engine.game import StepRecord
from bot.i18n import LANGUAGES, text
from bot.testing.playing import PACE, Broken, Play
from bot.testing.rule import Rule

AT_THE_TABLE = EventRecord(None, "table-back", ("Ada",))
"""What a table tells of itself stands in a course, too."""


def _awarded(play: Play) -> None:
    _said(play)
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


def _said(play: Play) -> None:
    for language in LANGUAGES:
        say = text(language, play.box.text)
        for key in (f"award-{award}" for award in play.game.awards):
            try:
                told = say(key)
            except KeyError as missing:
                raise Broken(f"{language}.ftl lacks {key}") from missing
            except ValueError as unfilled:
                raise Broken(f"in {language}: {unfilled}") from unfilled
            if not told.strip():
                raise Broken(f"{key} says nothing in {language}")


RULES = (
    Rule(
        "awarded",
        "Who is honoured sits there, for what `awards` names, once; all of it has its words.",
        _awarded,
        of="game.earned_awards",
    ),
)
