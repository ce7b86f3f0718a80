"""Who guesses about a game that they only watch, how often, until when, and what comes of it."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Click, Refused
from bot.domain.guessing import (
    PREDICTED_EVENT,
    count_guesses,
    find_guesser,
    guess_winner,
    predict,
)
from bot.domain.leaving import leave_game
from bot.domain.playing import apply_move, end_pause
from bot.domain.table import Match, Person, Table, lesson_channel
from bot.engine.game import Stale
from bot.games.liars_dice.model.state import State
from bot.games.registry import GAMES
from tests.tables import deal_table, in_phase, settle

CATS, DICE = GAMES["cloaked_cats"], GAMES["liars_dice"]
CLEO = Click(1, 9, "Cleo", "en", 2)
GAME = deal_table("Ada", "Ben").limit_guesses(CATS.game)


def deal_dice(*cups: tuple[int, ...]) -> Match:
    """Return a game in which the players without a cup are out."""
    table = deal_table(*("Ada", "Ben", "Dan")[: len(cups)], game="liars_dice")
    assert isinstance(table.state, State)
    out = tuple(seat for seat, cup in enumerate(cups) if not cup)
    turn = next(seat for seat, cup in enumerate(cups) if cup)
    return table.in_state(replace(table.state, cups=cups, out=out, turn=turn), DICE.game)


def play(table: Match, *moves: str) -> Match:
    """Let whoever is asked make each move in turn."""
    for move in moves:
        prompt = table.waiting()[0]
        user = table.players[prompt.seat or 0].user or 0
        table = settle(apply_move(table, GAMES, user, prompt.decision, move, 1), 2000.0)
    return table


def guess_of(table: Match) -> Person:
    guesser = find_guesser(table, CLEO.user)
    assert guesser is not None
    return guesser


def test_an_onlooker_changes_their_mind_once() -> None:
    table = GAME
    for seat in (0, 0, 1, 1):
        changed = guess_winner(table, CATS, CLEO, seat).table
        assert isinstance(changed, Match)
        table = changed
        assert (guess_of(table).winner, count_guesses(table)) == (seat, 1)
    with pytest.raises(Refused, match="guess-stays") as refused:
        guess_winner(table, CATS, CLEO, 0)
    assert refused.value.values == {"name": table.players[1].name}


@pytest.mark.parametrize(
    ("table", "user", "seat", "reason"),
    [
        (GAME, 1, 0, "guess-not-yours"),
        (leave_game(deal_table("Ada", "Ben", "Cleo"), CATS, 1).table, 2, 0, "guess-not-yours"),
        (replace(GAME, channel=lesson_channel(1)), CLEO.user, 0, "guess-not-yours"),
        (in_phase(GAME, "over"), CLEO.user, 0, "guess-not-yours"),
        (replace(GAME, step=GAME.guess_limit), CLEO.user, 0, "guess-too-late"),
        (deal_dice((3,), (), (3,)), CLEO.user, 1, "guess-out"),
        (deal_dice((3,), (), (3,)), 1, 0, "guess-not-yours"),
        (deal_dice((3,), (), (3,)), 2, 2, ""),
        (replace(GAME, step=GAME.guess_limit - 1), CLEO.user, 0, ""),
    ],
    ids=["plays", "left", "lesson", "over", "late", "is out", "in", "who is out", "in time"],
)
def test_who_guesses_who_wins(table: Table, user: int, seat: int, reason: str) -> None:
    click = replace(CLEO, user=user)
    if not reason:
        assert find_guesser(guess_winner(table, GAMES[table.game], click, seat).table, click.user)
        return
    with pytest.raises(Refused, match=reason):
        guess_winner(table, GAMES[table.game], click, seat)


def foretell(table: Match, choice: str, user: int = CLEO.user) -> Match:
    decision = str(table.waiting()[0].decision)
    changed = predict(table, DICE, replace(CLEO, user=user), decision, choice).table
    assert isinstance(changed, Match)
    return changed


def test_a_prediction_is_right_or_wrong_at_the_answer_and_lapses_with_the_next_question() -> None:
    table = play(deal_dice((3, 3), (3, 3)), "bid/1/6")
    both = foretell(foretell(foretell(table, "true"), "lie"), "true", user=8)
    lapsed = play(both, "bid/2/6")
    assert [person.outcome for person in lapsed.guessers] == ["lapsed", "lapsed"]
    lifted = play(both, "liar")
    revealed = end_pause(lifted, DICE, lifted.prompts[0].decision)
    assert isinstance(revealed.table, Match)
    found = {person.user: person.outcome for person in revealed.table.guessers}
    assert found == {9: "right", 8: "wrong"}
    (told,) = (event for event in revealed.events if event.name == PREDICTED_EVENT)
    assert told.values == (1, 2)


def test_who_plays_predicts_nothing_and_nobody_predicts_what_is_not_asked() -> None:
    table = play(deal_dice((3, 3), (), (3, 3)), "bid/1/6")
    assert foretell(table, "lie", user=table.players[1].user or 0).guessers
    for seat in (0, 2):
        with pytest.raises(Refused, match="guess-not-yours"):
            foretell(table, "lie", user=table.players[seat].user or 0)
    for late, decision, choice in (
        (table, "99", "lie"),
        (table, str(table.waiting()[0].decision), "maybe"),
        (deal_dice((3,), (3,)), "0", "lie"),
    ):
        with pytest.raises(Stale):
            predict(late, DICE, CLEO, decision, choice)
