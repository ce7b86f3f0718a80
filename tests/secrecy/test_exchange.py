"""Two worlds that differ in hidden cards alone: nobody else is shown a byte that differs."""

import re
from functools import partial
from random import Random

import pytest

from bot.engine.chance import compute_commitment
from tests.bench.twins import record_story
from tests.secrecy.exchange import KINDS, STYLES, plan_game
from tests.secrecy.leaks import LEAKS, InAltText, InFileName, InPicture, leaking
from tests.secrecy.story import OTHER_SEED, Story


def story(number, *, text_only=True, kind=None, most=8, styles=STYLES):
    """Return a random story and the seed that its table is dealt from."""
    luck = Random(number)
    people, computers = luck.choice([(2, 0), (3, 0), (2, 1), (4, 0), (3, 1)])
    seed = luck.randbytes(32)
    plan = plan_game(
        people + computers,
        seed,
        luck,
        reached=luck.randrange(16),
        most=most,
        kind=kind or KINDS[number % len(KINDS)],
        people=people,
        styles=styles,
    )
    told = Story(plan, people, computers, number, text_only, other_seed=not computers)
    return told, seed


async def twins(tmp_path, told, seed, **settings):
    """Tell a story twice, the second time with the exchange."""

    async def tell(recording, exchange):
        await told.told(recording, exchange=exchange)

    return [
        await record_story(
            tmp_path / f"{exchange}.db", partial(tell, exchange=exchange), seed=seed, **settings
        )
        for exchange in (False, True)
    ]


def list_sent(recording, step, unseen, seed):
    """Return all that a step sent to others, without the hash that any seed has."""
    sent = repr(recording.list_visible_requests(step, *unseen))
    for any_seed in (seed, OTHER_SEED):
        in_groups_or_not = " ?".join(compute_commitment(any_seed))
        sent = re.sub(in_groups_or_not, "#", sent)
    return sent


def differences(told, seed, one, two):
    """Name all in which the twins differ, but for what their owners see of their own cards."""
    found = [name for name in ("log", "due", "asked") if getattr(one, name) != getattr(two, name)]
    for step in range(max(len(one.steps), len(two.steps))):
        knowing = told.users_who_know(one.world, step)
        if list_sent(one, step, knowing, seed) != list_sent(two, step, knowing, seed):
            found.append(f"step {step}")
    return found


@pytest.mark.parametrize("number", range(8))
async def test_hidden_cards_change_no_byte_that_anybody_else_is_shown(tmp_path, number):
    told, seed = story(number)
    assert told.plan.states[0] != told.plan.states[1], "the exchange changes nothing"
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []


@pytest.mark.parametrize("number", range(100, 102))
async def test_hidden_cards_change_no_byte_of_a_picture(tmp_path, number):
    told, seed = story(number, text_only=False, most=4)
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []
    files = [file for step in one.steps for request in step for file in request.files]
    assert {file.name for file in files} >= {"floor.jpg", "clues.jpg", "hand.jpg"}


async def test_the_exchange_is_seen_by_the_owner_of_the_cards(tmp_path):
    told, seed = story(0, kind="all")
    one, two = await twins(tmp_path, told, seed)
    assert told.plan.states[0] != told.plan.states[1]
    later = range(1, len(one.steps))
    assert any(list_sent(one, step, (), seed) != list_sent(two, step, (), seed) for step in later)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_would_be_noticed(tmp_path, leak):
    drawn = leak in (InAltText, InFileName, InPicture)
    told, seed = story(2, text_only=not drawn, kind="all", styles=("silent",))
    one, two = await twins(tmp_path, told, seed, registry=leaking(leak))
    assert differences(told, seed, one, two)
