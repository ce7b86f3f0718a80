"""The podium of an evening."""

import pytest
from msgspec.structs import replace

from bot.domain.evenings import QUICKEST, Evening, Member
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.podium import MAX_AWARDS, MAX_AWARDS_PER_PERSON, MAX_GUESTS, render_podium
from tests.evenings import ADA, BEN, EVENING, MOMO

EN = text("en")


def list_awards(*members: Member) -> list[str]:
    evening = Evening(1.0, members, ("liars_dice",))
    screen = render_podium(evening, GAMES, EN, pictures=True)
    return [line for field in screen.fields for line in field.text.splitlines()]


def earn(*awards: str, user: int = 1, points: int = 1, foreseen: int = 0) -> Member:
    honours = tuple(("liars_dice", award) for award in awards)
    return Member(f"P{user}", user, points, 1, 0, honours, foreseen)


def test_it_tells_games_points_and_awards() -> None:
    screen = render_podium(EVENING, GAMES, EN, pictures=True)
    assert screen.text.splitlines() == [
        "<t:100:D> · Liar's Dice\u00a0×2 · Quickpick",
        "🥇 **A** Ada · **9** · 🎲\u00a03 · 🏆\u00a02",
        "🥈 **B** Ben · **5** · 🎲\u00a03 · 🏆\u00a01",
        "🥉 **C** Momo 🤖 · **2** · 🎲\u00a02 · 🏆\u00a00",
    ]
    assert screen.fields[0].text.splitlines() == [
        "**Bull's-Eye**\u00a0×2 · Ada",
        "**🔮 Crystal Ball**\u00a0×2 · Ben",
        "**Eagle Eye** · Ben",
    ]
    assert screen.content.replace("\u00a0", " ") == (
        "🌙 An evening: 3 games · 🥇 Ada 9 points · 🥈 Ben 5 · 🥉 Momo 2"
    )


def test_the_picture_has_letters_and_its_text_says_whose_they_are() -> None:
    picture = render_podium(EVENING, GAMES, EN, pictures=True).picture
    assert picture is not None
    assert picture.alt.splitlines()[1:] == [
        "A: Ada, place 1",
        "B: Ben, place 2",
        "C: Momo, place 3",
    ]
    assert not any(name in repr(picture.arguments) for name in ("Ada", "Ben", "Momo"))


def test_in_words_there_is_no_picture_and_no_letter() -> None:
    screen = render_podium(EVENING, GAMES, EN, pictures=False)
    assert screen.picture is None
    assert "🥇 Ada · **9**" in screen.text


def test_equal_points_share_a_place() -> None:
    level = Evening(1.0, (replace(ADA, points=5), BEN, MOMO), ("quickpick",))
    told = render_podium(level, GAMES, EN, pictures=False).text
    assert [line[0] for line in told.splitlines()[1:]] == ["🥇", "🥇", "🥉"]


def test_who_earned_an_award_most_often_has_it_and_of_equals_the_last() -> None:
    ada, ben = earn("exact", "exact", "duel", points=9), earn("exact", "duel", user=2)
    assert [line.rpartition(" · ")[2] for line in list_awards(ada, ben)] == ["P1", "P2"]
    assert "×2" in list_awards(ada, ben)[0]


def test_everybody_gets_one_award_before_anybody_gets_a_second_one() -> None:
    names = GAMES["liars_dice"].awards.names
    all_but_one = earn(*names[1:] * 3, foreseen=9, points=9)
    told = list_awards(all_but_one, earn(names[0], user=2))
    assert [line.endswith("P1") for line in told].count(True) == MAX_AWARDS_PER_PERSON
    assert told[-1].endswith("P2")
    many = [earn(award, user=n) for n, award in enumerate(names, 1)]
    assert len(names) > MAX_AWARDS == len(list_awards(*many))


def test_bluffs_of_all_games_are_one_award_and_the_quickest_have_another() -> None:
    bluffs = ("cloaked_cats", "bluff"), ("who_barked", "alibi"), ("cloaked_cats", "trap")
    ada = Member("Ada", 1, 9, 3, 1, (QUICKEST, bluffs[0], QUICKEST))
    ben = Member("Ben", 2, 5, 3, 1, bluffs)
    assert list_awards(ada, ben) == [
        "**⚡ Quickest Paws**\u00a0×2 · Ada",
        "**🃏 Best Bluffer**\u00a0×2 · Ben",
        "**Mousetrap** · Ben",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_bluffs_are_awards_of_their_game(game: str) -> None:
    assert {*GAMES[game].awards.bluffs} <= {*GAMES[game].awards.names}


def test_a_computer_and_an_unknown_award_get_no_line() -> None:
    unknown = Member("Ada", 7, 1, 1, 1, (("gone", "exact"), ("liars_dice", "gone")))
    assert list_awards(MOMO, unknown) == []


def test_somebody_whose_data_was_erased_is_no_computer() -> None:
    erased = replace(ADA, user=None, name="")
    screen = render_podium(replace(EVENING, members=(erased,)), GAMES, EN, pictures=True)
    assert "somebody" in screen.text
    assert "🤖" not in screen.text
    assert "somebody" in screen.fields[0].text


def test_who_only_watched_can_have_foreseen_most_but_has_no_place() -> None:
    watched = Member("Cleo", 9, foreseen=3)
    screen = render_podium(replace(EVENING, members=(watched, ADA, BEN)), GAMES, EN, pictures=True)
    assert screen.fields[0].text.splitlines()[-1] == "**🔮 Crystal Ball**\u00a0×3 · Cleo"
    assert "Cleo" not in screen.text + screen.content
    assert screen.picture is not None and "Cleo" not in screen.picture.alt


def test_of_many_only_the_best_have_a_line_and_all_are_counted() -> None:
    members = tuple(Member(f"P{n}", n, 100 - n, 1) for n in range(MAX_GUESTS + 3))
    for language in LANGUAGES:
        evening = Evening(1.0, members, ("quickpick",))
        screen = render_podium(evening, GAMES, text(language), pictures=True)
        *_, others = screen.text.splitlines()
        assert others.startswith("**G** P6 94 · **H** P7 93 · ")
        assert others.endswith("**T** P19 81 · +3")
        assert screen.picture is not None
        (guests,) = screen.picture.arguments
        assert isinstance(guests, tuple) and len(guests) == MAX_GUESTS
