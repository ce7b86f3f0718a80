"""What people may laugh about afterwards: guesses, bluffs, and cats that gave somebody away."""

from collections.abc import Iterator, Sequence

from bot.games.cloaked_cats.turns import Turn, turns_of
from bot.games.cloaked_cats.winning import chances
from bot.games.cloaked_cats.words import brief, cat_short, claim, feature
from bot.games.events import Seat
from bot.games.screen import Moment, Scene, Seen
from bot.games.winning import TurningPoint, turning_point

UNLIKELY, LIKELY = 25, 60
"""Percent: a right guess below, and a wrong one above, is worth telling."""
GIVEN_AWAY = 5
"""A cat gives somebody away that leaves a fifth of the disguises they could have."""

MANY = 15
"""Of fewer disguises, it was clear before."""


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    turns = tuple(turns_of(course))
    found = _told_guesses(turns, scene)
    for step, text in (*_bluffs(course, turns, scene), *_turned(course, turns, scene)):
        found.setdefault(step, text)
    cats = [turn for turn in turns if turn.event.name == "cat-played"]
    told = max(
        ((_factor(turn, seat), turn, seat) for turn in cats for seat in range(len(scene.names))),
        key=lambda each: each[0],
        default=None,
    )
    if told and told[0] >= GIVEN_AWAY:
        found.setdefault(told[1].step, _gave_away(told[1], told[2], scene))
    return tuple(Moment(step, text) for step, text in sorted(found.items()))


def _told_guesses(turns: Sequence[Turn], scene: Scene) -> dict[int, str]:
    """Return by step what is told of the first right guess and of those against the odds."""
    right = [turn for turn in turns if turn.event.name == "guess-right"]
    wrong = [turn for turn in turns if turn.event.name == "guess-wrong"]
    found = dict[int, str]()
    if right:
        found[right[0].step] = _guessed("moment-first", right[0], scene)
        lucky = min(right, key=Turn.chance)
        if lucky.chance() <= UNLIKELY:
            found[lucky.step] = _guessed("moment-lucky", lucky, scene)
    if wrong:
        unlucky = max(wrong, key=Turn.chance)
        if unlucky.chance() >= LIKELY:
            found[unlucky.step] = _guessed("moment-unlucky", unlucky, scene)
    return found


def _bluffs(
    course: Sequence[Seen], turns: Sequence[Turn], scene: Scene
) -> Iterator[tuple[int, str]]:
    """Yield the best bluff that worked: a feature of one's own that nobody found (ruling K6).

    Best is one that somebody fell for: who later looked for that feature elsewhere.
    """
    shown = course[-1].views[0].revealed
    guesses = [turn for turn in turns if turn.event.name.startswith("guess-")]
    bluffs = list[tuple[bool, Turn, Seat]]()
    for number, turn in enumerate(guesses):
        seat, _, asked = turn.told
        if asked in course[0].views[1 + seat].fan and asked not in shown[seat]:
            later = [each.told for each in guesses[number + 1 :] if each.told[0] != seat]
            fooled = [other for other, _, sought in later if sought == asked]
            if later:
                bluffs.append((bool(fooled), turn, (fooled or [seat])[0]))
    best = max(bluffs, key=lambda bluff: bluff[0], default=None)
    if best is not None:
        fooled_somebody, turn, other = best
        yield (
            turn.step,
            scene.say(
                "moment-bluff",
                name=brief(turn.told[0], scene),
                feature=feature(turn.told[2], scene.say),
                other=brief(other, scene),
                fooled="yes" if fooled_somebody else "no",
            ),
        )


def _turned(
    course: Sequence[Seen], turns: Sequence[Turn], scene: Scene
) -> Iterator[tuple[int, str]]:
    """Yield the turn after which somebody's chance to win was quite another one."""
    if point := turning_point(chances(course)):
        turn = next(turn for turn in turns if turn.step == point.step)
        yield point.step, _turning(point, turn, scene)


def _turning(point: TurningPoint, turn: Turn, scene: Scene) -> str:
    whose = "own" if point.actor == point.seat else "other"
    if turn.event.name == "cat-played":
        what, cat, claimed = "cat", cat_short(turn.told[1], scene.say), ""
    else:
        _, opponent, asked = turn.told
        what = turn.event.name.removeprefix("guess-")
        cat, claimed = "", claim(brief(opponent, scene), asked, scene.say)
    return scene.say(
        "moment-turn",
        what=f"{whose}-{what}",
        name=brief(point.seat, scene),
        other=brief(point.actor or 0, scene),
        cat=cat,
        claim=claimed,
        before=point.before,
        after=point.after,
    )


def _factor(turn: Turn, seat: Seat) -> float:
    before = len(turn.before[seat])
    return before / max(1, len(turn.after[seat])) if before >= MANY else 0.0


def _guessed(key: str, turn: Turn, scene: Scene) -> str:
    seat, opponent, asked = turn.told
    return scene.say(
        key,
        name=brief(seat, scene),
        other=brief(opponent, scene),
        claim=claim(brief(opponent, scene), asked, scene.say),
        percent=turn.chance(),
    )


def _gave_away(turn: Turn, seat: Seat, scene: Scene) -> str:
    player, cat, *_ = turn.told
    return scene.say(
        "moment-gave-away",
        name=brief(player, scene),
        other=brief(seat, scene),
        cat=cat_short(cat, scene.say),
        whose="own" if player == seat else "other",
        before=len(turn.before[seat]),
        after=len(turn.after[seat]),
    )
