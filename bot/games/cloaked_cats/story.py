"""How it went: how much was known of each player, turn by turn, drawn from the recorded events."""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from bot.games.cloaked_cats import charts
from bot.games.cloaked_cats.cards import FAN, FEATURES
from bot.games.cloaked_cats.deduction import CAT_BITS, Fans, apart, bits
from bot.games.cloaked_cats.state import Guess, View
from bot.games.cloaked_cats.words import brief, cat_short, feature
from bot.games.events import Event, Seat
from bot.games.screen import Field, Picture, Scene, Screen

TURNS = ("cat-played", "guess-right", "guess-wrong", "skipped")
"""The events of a turn; the first of their values is the seat whose turn it is."""
ALL: Fans = tuple(bits(fan) for fan in combinations(range(len(FEATURES)), FAN))
"""What anybody can have at the start."""
FEW = 10
"""So many secret cats are few."""
ROOM = 1000
"""Characters for one player, of the 1,024 of a field."""


class Course(Struct, frozen=True):
    """A whole game, as somebody saw it who only watched."""

    left: tuple[tuple[int, ...], ...]
    """After each turn, by seat: how many fans the player could still have. First, at the start."""
    guesses: tuple[Guess, ...]
    cats: tuple[tuple[Seat, int] | None, ...]
    """For each turn who played which cat; None: it was a turn of guesses alone."""


def course(events: Sequence[Event], seats: int) -> Course:
    """Return what the public events of a game told, turn by turn."""
    fans: tuple[Fans, ...] = (ALL,) * seats
    left = [(len(ALL),) * seats]
    guesses: list[Guess] = []
    cats: list[tuple[Seat, int] | None] = []
    active = None
    for event in events:
        if event.name not in TURNS:
            continue
        seat, *told = (int(value) for value in event.values)
        if seat != active or event.name == "cat-played":
            active = seat
            left.append(left[-1])
            cats.append((seat, told[0]) if event.name == "cat-played" else None)
        if event.name.startswith("guess-"):
            opponent, asked_for = told
            right = event.name == "guess-right"
            guesses.append(Guess(len(left) - 2, seat, opponent, asked_for, right))
        fans = told_by(event, fans)
        left[-1] = tuple(len(each) for each in fans)
    return Course(tuple(left), tuple(guesses), tuple(cats))


def told_by(event: Event, fans: tuple[Fans, ...]) -> tuple[Fans, ...]:
    """Return which fans each seat can still have after an event of a turn."""
    _, *told = (int(value) for value in event.values)
    if event.name == "cat-played":
        return apart(_masks_came_out(fans, *told))
    if event.name == "skipped":
        return fans
    return apart(_answered(fans, *told, right=event.name == "guess-right"))


def _masks_came_out(fans: tuple[Fans, ...], cat: int, *masked: Seat) -> tuple[Fans, ...]:
    return tuple(
        tuple(fan for fan in each if bool(fan & CAT_BITS[cat]) == (seat in masked))
        for seat, each in enumerate(fans)
    )


def _answered(
    fans: tuple[Fans, ...], opponent: Seat, feature: int, *, right: bool
) -> tuple[Fans, ...]:
    left = tuple(fan for fan in fans[opponent] if bool(fan & 1 << feature) == right)
    return tuple(left if seat == opponent else each for seat, each in enumerate(fans))


def page(view: View, events: Sequence[Event], scene: Scene) -> Screen:
    """Return how it went, in a picture and in numbers."""
    went = course(events, len(view.points))
    asked = ((g.turn + 1, g.seat, g.opponent, g.right) for g in went.guesses)
    drawn = (went.left, tuple(asked), tuple(map(scene.letter, range(len(view.points)))))
    words = (scene.say("story-fans"), scene.say("story-turns"))
    picture = Picture("story.jpg", scene.say("story-alt"), charts.story, (*drawn, *words))
    return Screen(
        title=scene.say("button-story"),
        text=scene.say("story-text"),
        fields=tuple(_told(went, seat, scene) for seat in range(len(view.points))),
        picture=picture if scene.pictures else None,
    )


def _told(went: Course, seat: Seat, scene: Scene) -> Field:
    """Return what gave a player away, how much was known in the end, and who guessed what.

    Without a picture, it is all turns and all guesses. The fewer secret cats still fitted, the more
    the others knew.
    """
    say, numbers = scene.say, [left[seat] for left in went.left]
    lines = [_most(went, seat, scene), say("story-last", left=numbers[-1], known=_known(numbers))]
    if not scene.pictures:
        lines.append(say("story-numbers", numbers=" → ".join(map(str, numbers))))
    room = ROOM - sum(map(len, lines))
    for guess in went.guesses:
        if guess.opponent == seat and (guess.right or not scene.pictures):
            line = say(
                "story-right" if guess.right else "story-wrong",
                turn=guess.turn + 1,
                name=brief(guess.seat, scene),
                feature=feature(guess.feature, say),
            )
            room -= len(line) + 2
            if room > 0:
                lines.append(line)
    return Field(brief(seat, scene), "\n".join(filter(None, lines)))


def _most(went: Course, seat: Seat, scene: Scene) -> str:
    """Return what told the most of a player: a right guess, else the cat of that turn."""
    say, numbers = scene.say, [left[seat] for left in went.left]
    turn = max(range(1, len(numbers)), key=lambda turn: numbers[turn - 1] / numbers[turn])
    for guess in went.guesses:
        if (guess.turn + 1, guess.opponent, guess.right) == (turn, seat, True):
            told = feature(guess.feature, say)
            return say("story-by-guess", name=brief(guess.seat, scene), feature=told)
    played = went.cats[turn - 1]
    if played is None or numbers[turn - 1] == numbers[turn]:
        return ""
    who = "own" if played[0] == seat else "other"
    name, cat = brief(played[0], scene), cat_short(played[1], say)
    return say("story-by-cat", whose=who, name=name, cat=cat, turn=turn)


def _known(numbers: Sequence[int]) -> str:
    """Return how much was known in the end: "all", "much" or "little"."""
    return "all" if numbers[-1] == 1 else "much" if numbers[-1] <= FEW else "little"
