"""Paths in buttons and records in databases of earlier releases are read as they were written."""

import pytest

from bot.engine.events import Event, EventRecord, Notice, Seat, to_record
from bot.engine.game import Act
from bot.engine.moves import Move, Prefix, parse_prefix
from bot.engine.records import ActRecord, read_action, read_events
from bot.games.catham_city.model import events as city
from bot.games.catham_city.model import moves as city_moves
from bot.games.cloaked_cats.model import events as cats
from bot.games.cloaked_cats.model import moves as cats_moves
from bot.games.liars_dice.model import events as dice
from bot.games.liars_dice.model import moves as dice_moves
from bot.games.quickpick.model import events as quick
from bot.games.quickpick.model import moves as quick_moves
from bot.games.registry import GAMES
from bot.games.who_barked.model import events as barked
from bot.games.who_barked.model import moves as barked_moves

PATHS: dict[str, dict[str, Move]] = {
    "catham_city": {
        "take/3/2": city_moves.Take(3, 2),
        "play/0/4": city_moves.PlayDetectives(4),
        "play/1": city_moves.PlayScientists(),
        "play/2/4": city_moves.PlayRobocats(4),
        "play/3": city_moves.PlayMafia(),
        "play/4/2/1": city_moves.PlayHackers(2, 1),
        "play/5/15/6/1": city_moves.PlayPolice(15, 6, 1),
        "play/6": city_moves.PlayJournalists(),
        "play/7/9": city_moves.PlayBureaucrats(9),
        "discard": city_moves.Discard(),
        "discard/0.0.4": city_moves.Discard((0, 0, 4)),
        "pass": city_moves.Pass(),
        "pay": city_moves.Pay(),
        "drop/3.4": city_moves.Drop((3, 4)),
        "give/6": city_moves.Give(6),
        "give/6/discard": city_moves.Give(6, "discard"),
    },
    "cloaked_cats": {
        "cat/0": cats_moves.PlayCat(0),
        "cat/39": cats_moves.PlayCat(39),
        "guess/2/14": cats_moves.GuessFeature(2, 14),
        "skip": cats_moves.Skip(),
    },
    "liars_dice": {"bid/14/6": dice_moves.MakeBid(14, 6), "liar": dice_moves.CALL_LIAR},
    "quickpick": {
        "draw": quick_moves.Draw(),
        "pass-on": quick_moves.PassOn(),
        "show/tongue": quick_moves.ShowFeature("tongue"),
        "sound/muaa": quick_moves.MakeSound("muaa"),
        "done": quick_moves.StopMiming(),
        "tile/14": quick_moves.ChooseTile(14),
        "pass": quick_moves.ChooseNothing(),
    },
    "who_barked": {
        "crew/0.3": barked_moves.PickCrew((0, 3)),
        "crew/1.2.3.4.7": barked_moves.PickCrew((1, 2, 3, 4, 7)),
        "vote/yes": barked_moves.VOTE_YES,
        "vote/no": barked_moves.VOTE_NO,
        "sneak": barked_moves.SNEAK_MOVE,
        "bark": barked_moves.BARK_MOVE,
        "accuse/6": barked_moves.Accuse(6),
    },
}
RECORDS: dict[str, tuple[tuple[str, tuple[int | str, ...], Event], ...]] = {
    "catham_city": (
        ("took", (1, 4, 2), city.CardsTaken(1, 4, 2)),
        ("drew", (0, 4, 4, 6), city.CardsDrawn(0, (4, 4, 6))),
        ("hand", (0,), city.HandChanged(0, ())),
        ("discarded", (0, 4, 4), city.CardsDiscarded(0, (4, 4))),
        ("detectives", (1, 4), city.DetectivesPlayed(1, 4)),
        ("scientists", (1,), city.ScientistsPlayed(1)),
        ("robocats-drew", (2, 5), city.RobocatsDrew(2, 5)),
        ("robocats-scored", (2,), city.RobocatsScored(2)),
        ("mafia", (3,), city.MafiaPlayed(3)),
        ("hackers", (0, 1, 3, 4, 0, 4), city.HackersPlayed(0, 1, 3, (4, 0, 4))),
        ("police", (0, 1, 2, 6), city.PolicePlayed(0, 1, 2, 6, ())),
        ("police", (0, 1, 2, 6, 6, 3), city.PolicePlayed(0, 1, 2, 6, (6, 3))),
        ("journalists", (5,), city.JournalistsPlayed(5)),
        ("bureaucrats", (0, 1, 4), city.BureaucratsPlayed(0, (1, 4))),
        ("pursued", (4, 0), city.ExtraDiscarded(4, 0)),
        ("paid", (1,), city.PointPaid(1)),
        ("gave", (1, 0, 4, 0), city.CardGiven(1, 0, 4, has_discarded=False)),
        ("gave", (1, 0, 4, 1), city.CardGiven(1, 0, 4, has_discarded=True)),
        ("reshuffled", (30,), city.PileReshuffled(30)),
        ("left", (3,), city.SeatLeft(3)),
        ("won", (1, 14), city.ElectionWon(1, 14)),
    ),
    "cloaked_cats": (
        ("starts", (2,), cats.GameStarted(2)),
        ("dealt", (3, 7, 17, 26, 5, 4), cats.CardsDealt((3, 7, 17), (26, 5, 4))),
        ("drew", (13,), cats.CatDrawn(13)),
        ("cat-played", (1, 24, 0, 1), cats.CatPlayed(1, 24, (0, 1))),
        ("cat-played", (1, 24), cats.CatPlayed(1, 24)),
        ("guess-right", (1, 0, 17), cats.GuessRight(1, 0, 17)),
        ("guess-wrong", (0, 1, 3), cats.GuessWrong(0, 1, 3)),
        ("skipped", (3,), cats.GuessSkipped(3)),
        ("unmasked", (0,), cats.Unmasked(0)),
        ("last-cat", (1,), cats.LastCatPlayed(1)),
        ("last-round", (), cats.LastRoundBegan()),
        ("round-begins", (2,), cats.RoundBegan(2)),
        ("out-of-masks", (3,), cats.MasksRanOut(3)),
        ("game-over", (), cats.GameEnded()),
    ),
    "liars_dice": (
        ("begins", (2,), dice.GameBegun(first=2)),
        ("bid", (1, 14, 6), dice.BidMade(seat=1, count=14, face=6)),
        ("opened", (2, 1, 14, 6, 9), dice.CupsLifted(2, 1, count=14, face=6, found=9)),
        ("lost-die", (1, 0), dice.DieLost(seat=1, left=0)),
    ),
    "quickpick": (
        ("part-shown", (2, 7), quick.PartShown(2, 7)),
        ("sound-made", (2, "grr"), quick.SoundMade(2, "grr")),
        ("overtaken", (1,), quick.Overtaken(1)),
        ("guessed", (0, 5, 2), quick.MaskGuessed(0, 5, 2)),
        ("not-guessed", (0, 5), quick.MaskNotGuessed(0, 5)),
        ("void", (3,), quick.MimeGone(3)),
        ("prize", (9,), quick.PrizeDrawn(9)),
        ("kept", (5,), quick.MaskKept(5)),
        ("gone", (5,), quick.MaskLost(5)),
        ("missed", (), quick.RaceMissed()),
        ("not-waited-for", (4,), quick.NotWaitedFor(4)),
        ("passed-on", (1,), quick.RolePassedOn(1)),
        ("left", (6,), quick.SeatLeft(6)),
    ),
    "who_barked": (
        ("night-begins", (3,), barked.NightBegun(3)),
        ("proposed", (3, 0, 4, 7), barked.CrewProposed(3, (0, 4, 7))),
        ("refused", (3, 2), barked.CrewRefused(3, 2)),
        ("left", (3, 5), barked.CrewLeft(3, 5)),
        ("smelled", (1,), barked.CrewSmelled(1)),
        ("raided", (2,), barked.GoalRaided(2)),
        ("woken", (2, 1, 4), barked.HumansWoken(2, barks=1, alarm=4)),
        ("hunt-begins", (6,), barked.HuntBegun(6)),
        ("sniffs", (6, 0), barked.CatSniffed(6, 0)),
        ("accused", (6, 0, 1), barked.CatAccused(6, 0, 1)),
        ("dawn", (), barked.DawnBroken()),
        ("awake", (), barked.HouseAwake()),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_each_move_has_the_path_that_it_always_had(name: str) -> None:
    game = GAMES[name].game
    assert {*map(type, PATHS[name].values())} == {*game.move_types}
    for path, move in PATHS[name].items():
        assert move.path == path
        assert read_action(game, ActRecord(1, 64, path, 7)) == Act(1, 64, move, 7)


@pytest.mark.parametrize("to", [None, (1, 3)])
@pytest.mark.parametrize("name", GAMES)
def test_each_event_has_the_record_that_it_always_had(
    name: str, to: tuple[Seat, ...] | None
) -> None:
    game, foreign = GAMES[name].game, EventRecord(None, "table-back", ("Ada",))
    assert {type(event) for _, _, event in RECORDS[name]} == {*game.event_types}
    for tag, values, event in RECORDS[name]:
        record = EventRecord(to, tag, values)
        assert read_events(game, (foreign, record)) == (Notice(event, to),)
        assert to_record(Notice(event, to)) == record


def test_the_beginnings_of_paths_and_forged_ones_are_no_moves() -> None:
    types = city_moves.MOVE_TYPES
    for path in ("play/0", "take", "play/4/2", "play/5/15/6", "drop", "give"):
        prefix = parse_prefix(types, path)
        assert prefix is not None and prefix.path == path
        assert city_moves.read_answer(path) is None
    for path in ("play/8", "play/1/1", "give/6/", "give/6/no", "pay/1", "drop/03"):
        assert city_moves.read_answer(path) is None
    assert parse_prefix(types, "play/5/15") == Prefix(city_moves.PlayPolice, (15,))
