"""Every screen of Who Barked? in every language, at its worst, against Discord's limits."""

from msgspec.structs import replace

from bot.domain.table import Deadline
from bot.engine.answers import Answers
from bot.engine.events import Notice, to_record
from bot.engine.package import GamePackage
from bot.games.who_barked.model import events
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, Proposal, State
from bot.games.who_barked.package import PACKAGE
from tests.games.looks import NO_EMOJIS
from tests.limits.checks import check_that_all_fit, in_all_looks
from tests.limits.tables import Worst

SEATS = 8
ALL = tuple(range(SEATS))
CREW = (0, 1, 2)
SPLIT = (True,) * 5 + (False,) * 3
AWAY = Proposal(7, CREW, 1, SPLIT, None)
BARKED = replace(AWAY, barks=2)
HOURS = SETUPS_BY_SEATS[SEATS].hours
NIGHT = (*(replace(BARKED, votes=SPLIT[::-1], barks=None),) * (HOURS - 4), *(BARKED,) * 3)
"""All hours but one, most of which were lost with a vote."""

FIRST = State(
    seats=SEATS, leader=7, phase="lead", decision=99, proposals=NIGHT, dogs=(0, 1, 2), nose=7
)
EATEN = tuple(replace(BARKED, goal=goal, barks=0) for goal in range(3))
LATE = (*NIGHT[: HOURS - 3], *EATEN)
STATES = {
    "lead": FIRST,
    "meet": replace(FIRST, phase="meet", proposals=()),
    "vote": replace(FIRST, phase="vote", crew=CREW, answers=Answers(99, ALL, may_change=True)),
    "voted": replace(
        FIRST,
        phase="vote",
        crew=CREW,
        answers=Answers(99, ALL, tuple((seat, True) for seat in ALL[:-1]), may_change=True),
    ),
    "raid": replace(
        FIRST, phase="raid", crew=CREW, proposals=(*NIGHT, AWAY), answers=Answers(99, CREW)
    ),
    "hush": replace(
        FIRST,
        phase="hush",
        crew=CREW,
        proposals=(*NIGHT, AWAY),
        answers=Answers(99, CREW, tuple((seat, True) for seat in CREW)),
    ),
    "talk": replace(FIRST, phase="talk"),
    "hunt": replace(FIRST, phase="hunt", proposals=LATE),
    "sniff": replace(FIRST, phase="sniff", proposals=LATE, accused=6),
    "over": replace(FIRST, phase="over", proposals=LATE, accused=6),
}
TOLD = (
    events.CrewProposed(7, CREW),
    events.CrewLeft(7, 5),
    events.HumansWoken(1, 2, 3),
    events.HuntBegun(0),
    events.CatSniffed(0, 7),
)
EVENTS = tuple(to_record(Notice(event)) for event in TOLD)
SMELLED = to_record(Notice(events.CrewSmelled(2), (0,)))
WORST = Worst(
    game="who_barked",
    states=STATES,
    events=(EVENTS,),
    clock="vote:99",
    news=(SMELLED, *EVENTS),
    timers=(Deadline("vote:99", at=2.0e9),),
)


@in_all_looks(PACKAGE, NO_EMOJIS)
async def test_every_screen_fits(language: str, package: GamePackage) -> None:
    assert len(await check_that_all_fit(WORST.list_screens(language, package))) > 500
