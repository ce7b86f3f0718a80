"""What the factions do when they are played, and what the others' answers do.

The active player's own points come first. Once somebody has won, the rest does not happen (ruling
C13): whoever calls these functions looks at `Tabletop.winner`.
"""

from collections.abc import Callable, Sequence

from bot.games.catham_city.cards import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.state import DISCARD, PASS, PAY
from bot.games.catham_city.tabletop import Cards, Tabletop, without
from bot.games.events import Seat


def take(top: Tabletop, seat: Seat, faction: int, number: int) -> None:
    """Take cards of one faction from the market, which is filled up at once (rulebook p. 3)."""
    taken = (faction,) * number
    top.market = without(top.market, taken)
    top.pick_up(seat, taken)
    top.tell("took", seat, faction, number)
    top.fill_market()


def play(top: Tabletop, seat: Seat, faction: int, fields: Sequence[int]) -> None:
    """Play a faction; `fields` are what follows it in the move."""
    EFFECTS[faction](top, seat, *fields)


def detectives(top: Tabletop, seat: Seat, extra: int) -> None:
    """Get 3 points for 3 detectives and a card of any faction (rulings C14 and C16)."""
    top.lay(seat, (DETECTIVES, DETECTIVES, DETECTIVES, extra))
    top.tell("detectives", seat, extra)
    top.score(seat, 3)


def scientists(top: Tabletop, seat: Seat) -> None:
    """Get 2 points for 3 scientists, then draw 2 cards (ruling C18)."""
    top.lay(seat, (SCIENTISTS,) * 3)
    top.tell("scientists", seat)
    top.score(seat, 2)
    if top.winner is None:
        top.draw(seat, 2)


def robocats(top: Tabletop, seat: Seat, number: int) -> None:
    """Draw 5 cards for 2 robocats, or get 3 points for 4 (ruling C19)."""
    top.lay(seat, (ROBOCATS,) * number)
    if number == 4:
        top.tell("robocats-scored", seat)
        top.score(seat, 3)
    else:
        top.tell("robocats-drew", seat, min(5, top.drawable))
        top.draw(seat, 5)


def mafia(top: Tabletop, seat: Seat) -> None:
    """Get 2 points for 4 mafia cards (ruling C20)."""
    top.lay(seat, (MAFIA,) * 4)
    top.tell("mafia", seat)
    top.score(seat, 2)


def hackers(top: Tabletop, seat: Seat, number: int, target: Seat) -> None:
    """Mix hackers with the target's cards and reveal as many at random (rulings C23 to C26).

    Each hacker among them is a point, whoever held it; the others go to the active player.
    """
    top.hand_over(seat, target, (HACKERS,) * number)
    revealed = _reveal(top, target, number)
    top.tell("hackers", seat, target, number, *revealed)
    top.score(seat, revealed.count(HACKERS))
    if top.winner is None:
        others = tuple([card for card in revealed if card != HACKERS])
        top.table = without(top.table, others)
        top.pick_up(seat, others)


def police(top: Tabletop, seat: Seat, number: int, extra: int, target: Seat) -> None:
    """Reveal as many of the target's cards at random, or all it has (rulings C27 and C28).

    Each card of the extra card's faction is a point; for each revealed policeman the target then
    draws a card (ruling C29).
    """
    top.lay(seat, (*(POLICE,) * number, extra))
    revealed = _reveal(top, target, number)
    top.tell("police", seat, target, number, extra, *revealed)
    top.score(seat, revealed.count(extra))
    if top.winner is None:
        top.draw(target, revealed.count(POLICE))


def journalists(top: Tabletop, seat: Seat) -> None:
    """Get 2 points for 2 journalists."""
    top.lay(seat, (JOURNALISTS, JOURNALISTS))
    top.tell("journalists", seat)
    top.score(seat, 2)


def bureaucrats(top: Tabletop, seat: Seat, number: int) -> None:
    """Turn up a card for each bureaucrat; each different faction is a point (ruling C34)."""
    top.lay(seat, (BUREAUCRATS,) * number)
    turned_up = top.turn_up(number)
    top.table += turned_up
    top.tell("bureaucrats", seat, *turned_up)
    top.score(seat, len(set(turned_up)))


EFFECTS: tuple[Callable[..., None], ...] = (
    detectives, scientists, robocats, mafia,
    hackers, police, journalists, bureaucrats,
)  # fmt: skip
"""By faction. Each is called with the tabletop, the active seat and the fields of the move."""


def carry_out(
    top: Tabletop, faction: int | None, extra: int | None, answers: Sequence[str | None]
) -> None:
    """Carry out all answers to the faction that was played, clockwise (ruling C11).

    `extra` is the detectives' extra card; an answer None is that of a seat that was not asked.
    """
    active, seats = top.before.active, len(answers)
    for seat in (other % seats for other in range(active + 1, active + seats)):
        if faction == DETECTIVES:
            _pursue(top, seat, answers[seat], extra)
        elif faction == JOURNALISTS:
            _give(top, seat, answers[seat])
        elif faction == MAFIA:
            _suffer(top, seat, answers[seat])
        if top.winner is not None:
            break


def _pursue(top: Tabletop, seat: Seat, answer: str | None, extra: int | None) -> None:
    """Discard a card of the detectives' extra faction for a point, or none (ruling C15)."""
    if answer == DISCARD and extra is not None:
        top.tell("pursued", seat, extra)
        top.discard(seat, (extra,))
        top.score(seat, 1)


def _give(top: Tabletop, seat: Seat, answer: str | None) -> None:
    """Give the active player a card, and discard a second one for a point (ruling C32)."""
    if answer is None or answer == PASS:
        return
    _, given, *more = answer.split("/")
    faction, receiver = int(given), top.before.active
    top.hand_over(seat, receiver, (faction,))
    top.tell("gave", seat, receiver, faction, len(more))
    if more:
        top.discard(seat, (faction,))
        top.score(seat, 1)


def _suffer(top: Tabletop, seat: Seat, answer: str | None) -> None:
    """Pay the mafia a point or discard two cards; who was not asked, what is left (ruling C22)."""
    if answer is not None and answer != PAY:
        dropped = tuple(map(int, answer.removeprefix("drop/").split(".")))
    elif answer == PAY or top.points[seat]:
        top.points[seat] -= 1
        top.tell("paid", seat)
        return
    else:
        dropped = top.hands[seat]
    if dropped:
        top.tell("discarded", seat, *dropped)
        top.discard(seat, dropped)


def _reveal(top: Tabletop, target: Seat, number: int) -> Cards:
    """Lay so many cards of a hand on the table at random, or all it has, and return them.

    Places are shuffled, so that the draws of chance depend on the public size of the hand alone.
    """
    hand = top.hands[target]
    places = top.chance.shuffled(range(len(hand)))[:number]
    revealed = tuple([hand[place] for place in places])
    top.lay(target, revealed)
    return revealed
