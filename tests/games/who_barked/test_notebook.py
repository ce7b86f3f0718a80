"""The notebook: all crews, votes and noises, and what they prove, exactly and no more."""

from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.screen import Screen
from bot.games.who_barked.model.deduction import (
    Pack,
    find_open_packs,
    find_possible_packs,
    find_sure_dogs,
)
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, Proposal, View
from bot.games.who_barked.package import PACKAGE
from bot.testing.limits import check_screen
from tests.games.looks import LONG, everything_of
from tests.games.who_barked.looks import context, crew, view
from tests.games.who_barked.nights import play_night
from tests.games.who_barked.playing import GAME, make_state, play_hour, propose, refuse, vote

MANY_GAMES = 12


def notebook(seen: View, language: str = "en") -> Screen:
    return PACKAGE.pages.make_page("notebook", seen, context(language))


def list_packs_by_trying(seen: View) -> tuple[Pack, ...]:
    """Try all packs, and for each crew all ways in which some of it bark and the others sneak."""
    dogs = SETUPS_BY_SEATS[seen.seats].dogs
    raids = [each for each in seen.proposals if each.barks is not None]
    return tuple(
        pack
        for pack in combinations(range(seen.seats), dogs)
        if all(_can_sound(pack, raid) for raid in raids)
    )


def _can_sound(pack: Pack, raid: Proposal) -> bool:
    ways = product(*((False, True) if seat in pack else (False,) for seat in raid.crew))
    return any(sum(way) == raid.barks for way in ways)


def test_what_all_can_work_out_is_exactly_what_all_ways_of_barking_leave() -> None:
    for seed in range(MANY_GAMES):
        log = play_night(5 + seed % 4, seed)
        dogs = tuple(seat for seat, seen in enumerate(log[0].views[1:]) if seen.role == "dog")
        for entry in log:
            public = entry.views[0]
            assert find_open_packs(public) == list_packs_by_trying(public)
            assert dogs in find_open_packs(public)


def test_what_a_reader_can_work_out_is_exactly_what_their_role_leaves() -> None:
    for seed in range(MANY_GAMES):
        for entry in play_night(5 + seed % 4, seed):
            for seat, seen in enumerate(entry.views[1:]):
                if seen.dogs:
                    continue
                raids = [each.crew for each in seen.proposals if each.is_accepted]
                smelled = seen.scents or [None] * len(raids)
                left = tuple(
                    pack
                    for pack in list_packs_by_trying(seen)
                    if seat not in pack
                    and all(
                        dogs is None or len({*crew} & {*pack}) == dogs
                        for crew, dogs in zip(raids, smelled, strict=True)
                    )
                )
                assert find_possible_packs(seen) == left


def test_all_that_happened_is_listed_in_letters() -> None:
    seen = view(
        crew(0, 3, barks=1, against=(4,)),
        crew(0, 1, against=(2, 3, 4), leader=1),
        crew(1, 2, leader=2),
        crew(3, 4, barks=2, leader=3, goal=1),
        crew(0, 1, barks=None, leader=4, goal=1),
    )
    head, rounds = notebook(seen).text.split("\n\n")
    assert head == "**A** Ada · **B** Ben · **C** Cleo · **D** Dan · **E** Eve"
    assert rounds.splitlines() == [
        "**1.** 👑A 🍪 **A D** · 👎 E · 🐶",
        "**2.** 👑B 🍪 **A B** · 👎 C D E · 🏠",
        "**3.** 👑C 🍪 **B C** · 👎 – · 😋",
        "**4.** 👑D 🧀 **D E** · 👎 – · 🐶🐶",
        "**5.** 👑E 🧀 **A B** · 👎 – · 🐾",
    ]


def test_players_have_the_letters_of_the_pictures() -> None:
    scene = replace(context(), letters=(4, 3, 2, 1, 0))
    told = PACKAGE.pages.make_page("notebook", view(crew(0, 3, barks=1)), scene).text
    assert "**E** Ada · **D** Ben" in told
    assert "👑E 🍪 **B E**" in told


BARKS = (crew(0, 3, barks=1), crew(1, 3, barks=1))


def test_a_cat_reads_what_all_know_and_that_it_is_no_dog() -> None:
    shared, own = notebook(view(*BARKS)).fields
    assert shared.name == "What everybody can work out"
    assert shared.text.splitlines() == [
        "**5** of 10 possible pairs of dogs are left.",
        "🔎 A+B · A+D · B+D · C+D · D+E",
    ]
    assert own.name == "What only you know"
    assert own.text.splitlines() == [
        "You're no dog, so it's **4** of 10.",
        "🐱 Surely a cat: Cleo",
        "❓ Could be either: Ada, Ben, Dan and Eve",
        "🔎 A+B · A+D · B+D · D+E",
    ]


def test_the_nose_reads_what_it_smelled() -> None:
    seen = view(*BARKS, viewer=2, role="nose", nose=2, scents=(1, 2))
    page = notebook(seen)
    assert [line[-5:] for line in page.text.splitlines()[2:]] == ["🐶 👃 1", "🐶 👃 2"]
    assert page.fields[0] == notebook(view(*BARKS)).fields[0]
    assert page.fields[1].text.splitlines() == [
        "With your nose, it's only one of 10.",
        "🐶 Surely a dog: Ben and Dan",
        "🐱 Surely a cat: Ada, Cleo and Eve",
    ]


def test_a_dog_reads_what_the_cats_can_know() -> None:
    page = notebook(view(*BARKS, viewer=3, role="dog", dogs=(3, 1)))
    assert page.fields[0] == notebook(view(*BARKS)).fields[0]
    assert page.fields[1].text == "Who the dogs are. All that the cats can know is above."


def test_who_only_watches_reads_open_facts_alone() -> None:
    page = notebook(view(*BARKS, viewer=None, role=None))
    assert page.fields == notebook(view(*BARKS)).fields[:1]
    assert "👃 1" not in page.text


def test_who_is_surely_a_dog_is_named() -> None:
    page = notebook(view(*BARKS, crew(2, 3, barks=1), viewer=0))
    assert "🐶 Surely a dog: Dan" in page.fields[0].text
    assert find_sure_dogs(find_open_packs(view(*BARKS, crew(2, 3, barks=1)))) == (3,)


def test_many_packs_are_only_counted() -> None:
    votes = (True,) * 8
    seen = view(replace(crew(0, 1, barks=1), votes=votes), seats=8)
    names = tuple("ABCDEFGH")
    page = PACKAGE.pages.make_page("notebook", seen, context(names=names))
    assert page.fields[0].text == "**36** of 56 possible trios of dogs are left."


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_longest_night_of_eight_fits(language: str) -> None:
    votes = (False,) * 8
    home = [Proposal(hour, (0, 1, 2), 1, votes, None) for hour in range(3)]
    barked = [Proposal(hour, (5, 6, 7), 1, (True,) * 8, 2) for hour in range(3)]
    seen = view(*home, *barked, *home, crew(0, 1, against=(1, 2, 3)), seats=8, viewer=0)
    page = PACKAGE.pages.make_page("notebook", seen, context(language, names=(LONG,) * 8))
    assert [*check_screen(page)] == []
    assert len(page.text.splitlines()) == 12


def test_the_notebook_opens_once_there_is_something_to_note() -> None:
    assert PACKAGE.pages.find_names(view()) == ()
    assert PACKAGE.pages.find_names(view(*BARKS)) == ("notebook",)
    assert PACKAGE.pages.find_names(view(*BARKS, viewer=None, role=None)) == ("notebook",)


def test_states_that_a_reader_cannot_tell_apart_have_the_same_notebook() -> None:
    luck = Random(1)
    state = refuse(make_state(), 0, 1)
    state = play_hour(state, 0, 3, barking=(3,))
    state = vote(propose(state, 1, 2), against=(0,))[0]
    for viewer in (None, *range(5)):
        page = notebook(GAME.view(state, viewer))
        for _ in range(20):
            other = GAME.resample_hidden(state, viewer, luck)
            assert other is not None
            assert notebook(GAME.view(other, viewer)) == page


def test_once_the_dogs_are_known_the_notebook_only_lists_what_happened() -> None:
    state = make_state()
    for members in ((0, 3), (0, 1), (0, 1, 2)):
        state = play_hour(state, *members)
    page = notebook(GAME.view(state, 1))
    assert state.phase == "hunt" and page.fields == ()
    assert "👎 – · 😋 👃 1" in everything_of(page)
