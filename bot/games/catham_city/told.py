"""What has happened, in words: a line for everybody, and news in the second person for a player."""

from collections.abc import Iterator, Sequence

from bot.games.catham_city.cards import HACKERS
from bot.games.catham_city.words import SPELLED, card, cards, player, players, points, sign, signed
from bot.games.events import Event, Seat
from bot.games.screen import NEWS, Scene

LITTLE, SOME, MUCH, ASKED = range(4)
"""How much a line of news matters."""

PLAYED = (
    *("detectives", "scientists", "robocats-drew", "robocats-scored"),
    *("mafia", "hackers", "police", "journalists", "bureaucrats"),
)
"""The events that tell of a faction that was played."""
BY_ONESELF = {*PLAYED, "took", "discarded", "paid", "pursued", "gave"} - {"robocats-drew"}
"""The events that are told to who did it; what robocats fetch is told when it is drawn."""

IN_A_LESSON = 4
"""To learners, whom signs alone tell nothing yet, so many factions are named."""

News = tuple[int, str]
"""How much a line matters, and the line."""


def line(event: Event, scene: Scene) -> str:
    """Return the line that tells an event; each event's name is its message.

    Beside a board's picture, which shows what factions look like, signs stand for what comes out of
    hands: such lines are long enough.
    """
    return scene.say(event.name, **_values(event, scene, spelled=0))


def news(
    events: Sequence[Event],
    seat: Seat,
    scene: Scene,
    *,
    asked: bool = False,
    answers: bool = False,
) -> tuple[str, ...]:
    """Return what happened to a seat: of all lines those that matter most, in their order.

    `asked`: the seat is to move, and `answers`: it owes an answer, so that it matters what was
    played last. In a lesson, which has no board, all that others do is told, too.
    """
    told = [*_told(events, seat, scene, asked, answers)]
    best = sorted(range(len(told)), key=lambda place: (told[place][0], place))[-NEWS:]
    return tuple(told[place][1] for place in sorted(best))


def _told(
    events: Sequence[Event], seat: Seat, scene: Scene, asked: bool, answers: bool
) -> Iterator[News]:
    """Yield each line of news."""
    given = [event for event in events if event.name == "gave" and event.values[1] == seat]
    played = [event for event in events if event.to is None and event.name in PLAYED]
    past = _past(events, seat) if asked else []
    before = ""
    for event in events:
        if event in given:
            if event is given[0]:
                yield _presents(given, scene)
        elif event.name == "drew":  # without a cause, it is the deal
            if before:
                key = "news-robocats-drew" if before == "robocats-drew" else "drew"
                yield MUCH, scene.say(key, **_values(event, scene, spelled=SPELLED))
        elif event.values[0] == seat:
            if event not in past:
                yield from _own(event, scene)
                yield from _joined(event, events, scene)
        elif event.name in ("hackers", "police") and event.values[1] == seat:
            yield (
                MUCH,
                scene.say(f"news-{event.name}-came", **_values(event, scene, spelled=1)),
            )
        elif answers and event is played[-1]:
            yield ASKED, line(event, scene)
        elif scene.lesson and event.to is None:
            yield SOME, line(event, scene)
        before = event.name


def _past(events: Sequence[Event], seat: Seat) -> list[Event]:
    """Return what the seat took and was told of before somebody else did something."""
    others = [
        place
        for place, event in enumerate(events)
        if event.name != "reshuffled" and event.values[0] != seat
    ]
    return [event for event in events[: others[-1]] if event.name == "took"] if others else []


def _own(event: Event, scene: Scene) -> Iterator[News]:
    """Yield what came of something that the seat did itself."""
    if event.name in BY_ONESELF:
        weight = LITTLE if event.name in ("took", "discarded") else MUCH
        yield weight, scene.say(f"news-{event.name}", **_values(event, scene, spelled=SPELLED))


def _presents(given: Sequence[Event], scene: Scene) -> News:
    """Return who gave the seat what."""
    names = players((int(event.values[0]) for event in given), scene)
    held = cards((int(event.values[2]) for event in given), scene, spelled=SPELLED)
    return MUCH, scene.say("news-given", names=names, cards=held)


def _joined(play: Event, events: Sequence[Event], scene: Scene) -> Iterator[News]:
    """Yield how many others have gained or paid something by a seat's own play."""
    for name, faction in (("pursued", "detectives"), ("paid", "mafia")):
        number = sum(event.name == name and event.values[0] != play.values[0] for event in events)
        if number and play.name == faction and not scene.lesson:
            yield LITTLE, scene.say(f"news-others-{name}", number=number)


def _values(event: Event, scene: Scene, *, spelled: int) -> dict[str, int | str]:
    """Return what an event's message tells besides who did it: its first value is that seat.

    `spelled`: of how many factions at most names are told where cards come out of hands or piles.
    """
    spelled = IN_A_LESSON if scene.lesson else spelled
    sought = sign if scene.pictures and not scene.lesson else signed
    values: dict[str, int | str] = {}
    match event.name, [int(value) for value in event.values]:
        case "took", [_, faction, number]:
            values = {"cards": cards((faction,) * number, scene)}
        case "drew" | "discarded" | "hand", [_, *held]:
            values = {"cards": cards(held, scene, spelled=max(1, spelled))}
        case "detectives" | "pursued", [_, faction]:
            values = {"card": card(faction, scene)}
        case "robocats-drew", [_, number]:
            values = {"number": number}
        case "won", [_, scored]:
            values = {"points": points(scored, scene.say)}
        case "gave", [_, receiver, faction, discarded]:
            values = {
                "receiver": player(receiver, scene),
                "card": card(faction, scene),
                "discarded": discarded,
            }
        case "hackers", [_, target, _, *revealed]:
            taken = [card for card in revealed if card != HACKERS]
            values = {
                "target": player(target, scene),
                **_revealed(taken, len(revealed) - len(taken), scene, spelled),
            }
        case "police", [_, target, _, extra, *revealed]:
            values = {
                "target": player(target, scene),
                "card": sought(extra, scene),
                **_revealed(revealed, revealed.count(extra), scene, spelled),
            }
        case "bureaucrats", [_, *revealed]:
            values = _revealed(revealed, len(set(revealed)), scene, spelled)
        case "reshuffled", [number]:
            return {"number": number}
    return {"name": player(int(event.values[0]), scene), **values}


def _revealed(revealed: list[int], scored: int, scene: Scene, spelled: int) -> dict[str, int | str]:
    """Return the cards that changed their place, and the points that whoever played scored."""
    return {
        "number": len(revealed),
        "cards": cards(revealed, scene, spelled=spelled),
        "scored": scored,
        "points": points(scored, scene.say),
    }
