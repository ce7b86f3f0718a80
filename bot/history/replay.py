"""A game that is over, step by step as it was told: the rules never run again."""

from typing import Any

from msgspec.structs import replace

from bot.games.game import Game
from bot.games.screen import Seen
from bot.history.told import retold
from bot.store.record import Course, Record
from bot.store.records import Player, Table


def replayed(course: Course, game: Game[Any, Any]) -> tuple[Seen, ...]:
    """Return the steps of which there is something to see, with the views as structs.

    Where a step changed nothing that anybody saw, the views are those before it.
    """
    shown = [step for step in course.steps if bytes(step.told) != b"null"]
    views = retold(bytes(step.told) for step in shown)
    known = {
        step.step: tuple(map(game.recalled, seen)) for step, seen in zip(shown, views, strict=True)
    }
    steps: list[Seen] = []
    now: tuple[Any, ...] = ()
    for step in course.steps:
        now = known.get(step.step, now)
        if now:
            steps.append(Seen(step.step, step.at, step.given, step.events, now))
    return tuple(steps)


def table_of(record: Record, course: Course, somebody: str) -> Table:
    """Return a table with the people and options of a record, as screens need it; no state.

    `somebody` is the name of people who are forgotten.
    """
    players = tuple(
        Player(
            seat.name or somebody,
            seat.user,
            seat.level,
            away=seat.away,
            rank=seat.rank,
            points=seat.points,
            letter=seat.letter,
        )
        for seat in record.seats
    )
    return Table(
        game=record.game,
        guild=record.guild,
        channel=0,
        language=record.language,
        clock="none",
        opened_at=record.began_at,
        clicked_at=record.ended_at,
        id=record.id,
        phase="playing",
        text_only=record.text_only,
        options=course.options,
        players=players,
        seed=course.seed,
        rules=record.rules,
        leavers=record.leavers,
        ended_at=record.ended_at,
        ended_by=record.ended_by,
    )


def played_out(table: Table, record: Record) -> Table:
    """Return the same table when its game is over."""
    return replace(table, phase="over" if record.ending == "played" else "closed")
