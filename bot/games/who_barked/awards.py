"""The awards of Who Barked?, and the numbers that tell much of a finished game.

Who of a crew barked stays secret for ever, as does a vote that was taken back, so no award depends
on them. Roles are read from the
places of a finished game alone.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.engine.awards import AwardRules, count_events
from bot.engine.events import Seat
from bot.engine.game import Act, Place, find_winners
from bot.engine.records import LogEntry
from bot.games.who_barked.model import events
from bot.games.who_barked.model.moves import VOTE_YES, Vote
from bot.games.who_barked.model.state import SETUPS_BY_SEATS

MIN_DOUBTED_CREWS = 2
"""The number of crews with a dog against which a cat has to vote for "doubter" and "poker-nose"."""
MIN_LED_CREWS = 2
"""The number of crews that a cat has to lead to an empty goal for the award "tin-opener"."""
MIN_QUIET_CREWS = 2
"""The number of crews that did not bark in which a dog has to be for the award "cat-suit"."""
MIN_ALARMS_WITH_ALIBI = 2
"""The number of alarms without a dog in the crew that it needs for the award "alibi"."""


class Outing(Struct, frozen=True):
    """A proposed crew, how all voted, and what came of it."""

    leader: Seat
    crew: tuple[Seat, ...]
    votes: Mapping[Seat, bool]
    """Each player's last vote. True is a vote for the crew."""
    barks: int | None
    """How many dogs barked, or None if the crew stayed at home."""

    def list_opponents(self) -> list[Seat]:
        """Return those who voted against the crew."""
        return [seat for seat, is_for in self.votes.items() if not is_for]


class Course(Struct, frozen=True):
    """What the awards need to know of a finished game."""

    seats: int
    outings: tuple[Outing, ...]
    dogs: frozenset[Seat]
    winners: tuple[Seat, ...]
    hunt: events.CatAccused | None
    """How the top dog named the nose, if the cats emptied the kitchen."""

    def doubts(self, seat: Seat) -> int:
        """Return against how many crews with a dog a player has voted."""
        return sum(
            seat in each.list_opponents() and not self.dogs.isdisjoint(each.crew)
            for each in self.outings
        )


def _summarise(log: Sequence[LogEntry], places: Sequence[Place]) -> Course:
    told = [event for entry in log for event in entry.events]
    return Course(
        seats=len(places),
        outings=tuple(read_outings(log)),
        dogs=frozenset(place.seat for place in places if place.team == "dogs"),
        winners=find_winners(places),
        hunt=next((event for event in told if isinstance(event, events.CatAccused)), None),
    )


def read_outings(log: Sequence[LogEntry]) -> Iterator[Outing]:
    """Yield all proposals of a finished game, in their order."""
    leader, crew, votes = 0, tuple[Seat, ...](), dict[Seat, bool]()
    for entry in log:
        if isinstance(entry.action, Act) and isinstance(entry.action.move, Vote):
            votes[entry.action.seat] = entry.action.move == VOTE_YES
        for event in entry.events:
            match event:
                case events.CrewProposed():
                    leader, crew, votes = event.leader, event.crew, {}
                case events.CrewRefused():
                    yield Outing(leader, crew, votes, None)
                case events.GoalRaided():
                    yield Outing(leader, crew, votes, 0)
                case events.HumansWoken():
                    yield Outing(leader, crew, votes, event.barks)


def _doubted_dogs(course: Course, seat: Seat) -> bool:
    """Return whether a cat voted against crews with dogs, and for none that barked."""
    was_fooled = any(each.barks and each.votes.get(seat) for each in course.outings)
    return seat not in course.dogs and not was_fooled and course.doubts(seat) >= MIN_DOUBTED_CREWS


def _warned_alone(course: Course, seat: Seat) -> bool:
    """Return whether a cat was the only one to vote against a crew that barked."""
    warned = any(each.barks and each.list_opponents() == [seat] for each in course.outings)
    return seat not in course.dogs and warned


def _led_to_goals(course: Course, seat: Seat) -> bool:
    """Return whether a cat led enough crews that emptied a goal."""
    led = [each for each in course.outings if each.leader == seat and each.barks == 0]
    return seat not in course.dogs and len(led) >= MIN_LED_CREWS


def _hid_the_nose(course: Course, seat: Seat) -> bool:
    """Return whether the nose used what it smelled, and the top dog still named another cat."""
    hunt = course.hunt
    is_hidden = hunt is not None and hunt.nose == seat != hunt.accused
    return is_hidden and course.doubts(seat) >= MIN_DOUBTED_CREWS


def _found_the_nose(course: Course, seat: Seat) -> bool:
    """Return whether the top dog named the right cat."""
    hunt = course.hunt
    return hunt is not None and hunt.top_dog == seat and hunt.accused == hunt.nose


def _played_the_cat(course: Course, seat: Seat) -> bool:
    """Return whether a dog won though it had helped enough crews."""
    helped = [each for each in course.outings if seat in each.crew and each.barks == 0]
    return seat in course.dogs and seat in course.winners and len(helped) >= MIN_QUIET_CREWS


def _had_an_alibi(course: Course, seat: Seat) -> bool:
    """Return whether a dog won by enough alarms, and was along at none of them."""
    barked = [each for each in course.outings if each.barks]
    was_away = not any(seat in each.crew for each in barked)
    is_dog = seat in course.dogs and seat in course.winners
    return is_dog and was_away and len(barked) >= MIN_ALARMS_WITH_ALIBI


def _stayed_cool(course: Course, seat: Seat) -> bool:
    """Return whether a cat led the crew to the last goal when one more alarm was too much."""
    last = course.outings[-1]
    alarms = sum(bool(each.barks) for each in course.outings)
    is_last_chance = alarms == SETUPS_BY_SEATS[course.seats].alarms - 1
    return seat not in course.dogs and seat == last.leader and last.barks == 0 and is_last_chance


AWARDS = AwardRules(
    {
        "doubter": _doubted_dogs,
        "lone-voice": _warned_alone,
        "tin-opener": _led_to_goals,
        "poker-nose": _hid_the_nose,
        "cat-suit": _played_the_cat,
        "bloodhound": _found_the_nose,
        "alibi": _had_an_alibi,
        "cool-cat": _stayed_cool,
    },
    _summarise,
    bluffs=("poker-nose", "cat-suit", "alibi"),
)
NUMBERS = {
    "crews": count_events(events.CrewProposed),
    "alarms": count_events(events.HumansWoken),
}
"""The numbers of crews that were proposed, and of times that the humans woke up."""
