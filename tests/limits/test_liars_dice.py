"""Every screen of Liar's Dice in every language, at its worst, against Discord's limits."""

from msgspec.structs import replace

from bot.domain.table import Deadline
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.games.liars_dice.model.state import Bid, LiftedChallenge, State
from bot.games.liars_dice.package import PACKAGE
from tests.games.liars_dice.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, in_all_looks
from tests.limits.tables import Worst

CUPS = ((1, 2, 3, 4, 5),) * 6
LAST = Bid(5, 24, 6)
OPENED = LiftedChallenge(CUPS, LAST, challenger=0, found=12, loser=5)
BIDS = tuple(Bid(place % 6, place, 6) for place in range(12, 24))

FIRST = State(0, True, CUPS, 0)
STATES = {
    "first": FIRST,
    "bids": replace(FIRST, decision=99, bids=(*BIDS, LAST)),
    "highest": replace(FIRST, decision=99, bids=(*BIDS, Bid(5, 30, 6))),
    "plain": replace(FIRST, wild=False),
    "looking": replace(FIRST, decision=99, looking=True, opened=OPENED),
    "out": replace(FIRST, cups=(*CUPS[:5], ()), out=(5,), opened=OPENED, decision=99),
    "over": replace(FIRST, cups=(CUPS[0], *[()] * 5), out=(5, 4, 3, 2, 1), opened=OPENED),
}
EVENTS = (
    EventRecord(None, "begins", (1,)),
    EventRecord(None, "bid", (1, 24, 6)),
    EventRecord(None, "opened", (0, 5, 24, 6, 12)),
    EventRecord(None, "lost-die", (5, 0)),
)
WORST = Worst(
    game="liars_dice",
    states=STATES,
    events=(EVENTS,),
    clock="turn:99",
    news=(EVENTS[2], EVENTS[2], EventRecord(None, "lost-die", (0, 4)), *EVENTS[:2]),
    options={"dice": "5", "ones": "plain", "help": "odds"},
    timers=(Deadline("turn:99", at=2.0e9),),
)


@in_all_looks(PACKAGE, EMOJIS)
async def test_every_screen_fits(language: str, package: GamePackage) -> None:
    assert len(await check_that_all_fit(WORST.list_screens(language, package))) > 500
