"""The public screens: board, events, scores, end, rules."""

import pytest
from msgspec.structs import replace

from bot.discord_adapter.emojis import read_signs
from bot.engine.game import Place, Prompt
from bot.engine.screen import Button, FixedBoard, SubmitMove
from bot.games.quickpick.art.drawing import TILE_ROWS
from bot.games.quickpick.model.events import (
    MaskGuessed,
    MaskNotGuessed,
    MimeGone,
    PartShown,
    PrizeDrawn,
    RaceMissed,
    RolePassedOn,
    SeatLeft,
    SoundMade,
)
from bot.games.quickpick.model.state import (
    LAST_CALL_SECONDS,
    MASK_LETTERS,
    MASKS,
    PART_NAMES,
    SYLLABLES,
    TILES_PER_ROW,
    Choice,
    Turn,
)
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.words import PART_SIGNS
from bot.i18n import LANGUAGES, text
from tests.bench.limits import is_emoji
from tests.games.looks import buttons_of, everything_of
from tests.games.quickpick.looks import (
    BIM,
    CLOSING,
    DRAW,
    EMOJIS,
    KEZ,
    MIME,
    MODES,
    SCREENS,
    SIGNS,
    SLAP,
    before,
    context,
    make_final_view,
    view,
)

PLACES = (Place(1, 1, 3), Place(3, 1, 3), Place(2, 3, 1), Place(0, 4, 0))
EVENTS = (
    MaskGuessed(0, BIM, 2),
    MaskNotGuessed(0, BIM),
    PrizeDrawn(KEZ),
    RaceMissed(),
    RolePassedOn(0),
    SeatLeft(1),
    MimeGone(0),
)
REFUSALS = ("illegal-move", "breath", "hand-is-down", "mime-knows")


@pytest.mark.parametrize("phase", ["race", "closing"])
@pytest.mark.parametrize("mode", MODES)
def test_in_a_race_the_tiles_and_no_idea_always_stay_where_they_are(phase: str, mode: str) -> None:
    """Rulings Q8 and Q22. The table has a row of its own."""
    board = SCREENS.board(view(phase=phase, mode=mode), context(emojis=EMOJIS))
    *tiles, idea = buttons_of(board)
    assert [len(row) for row in board.rows] == [4, 4, 4, 5]
    assert [b.press for b in tiles] == [SubmitMove(64, f"tile/{n}") for n in range(16)]
    assert [b.label.lower() for b in tiles] == list(MASK_LETTERS)
    assert (idea.label, idea.press) == ("No idea", SubmitMove(64, "pass"))
    assert isinstance(board, FixedBoard)


def test_in_a_race_the_picture_of_the_tiles_is_the_last_before_the_buttons() -> None:
    board = SCREENS.board(view(), context())
    assert (board.title, board.fields, board.picture) == ("", (), None)
    assert board.below is not None
    assert len(board.text.splitlines()) == 2


def test_before_a_race_there_is_nothing_to_press_and_the_board_may_move() -> None:
    board = SCREENS.board(before(), context())
    assert board.rows == ()
    assert not isinstance(board, FixedBoard)


def test_a_taken_tile_cannot_be_pressed_and_the_tiles_look_alike_otherwise() -> None:
    tiles = buttons_of(SCREENS.board(view(), context(emojis=EMOJIS)))
    assert [tile.label for tile in tiles if tile.disabled] == ["D"]
    free = buttons_of(SCREENS.board(view(taken=()), context(emojis=EMOJIS)))
    assert tiles[3] == replace(free[3], disabled=True)


@pytest.mark.parametrize("pictures", [True, False])
def test_in_a_calm_game_nothing_tells_what_was_chosen_but_that_it_was(pictures: bool) -> None:
    board = SCREENS.board(view(calm=True, taken=()), context(pictures=pictures))
    assert not any(tile.disabled for tile in buttons_of(board))
    assert "✋ 3️⃣" in board.text
    assert "→" not in board.text
    assert "secret" in board.text


def test_a_button_is_a_letter_where_the_picture_has_the_letters_else_a_name_in_all_languages() -> (
    None
):
    letters = buttons_of(SCREENS.board(view(), context(emojis=EMOJIS)))[:-1]
    assert {len(tile.label) for tile in letters} == {1}
    names = [text("en", PACKAGE.text)(f"mask-{letter}") for letter in MASK_LETTERS]
    assert [name[0] for name in names] == [tile.label for tile in letters]
    assert names == [text("de", PACKAGE.text)(f"mask-{letter}") for letter in MASK_LETTERS]
    named = buttons_of(SCREENS.board(view(), context(pictures=False)))[:-1]
    assert [tile.label for tile in named] == names


def test_the_tiles_of_the_picture_are_in_the_rows_and_columns_of_their_buttons() -> None:
    rows = SCREENS.board(view(), context()).rows
    assert len(rows) == TILE_ROWS
    for mask, letter in enumerate(MASK_LETTERS):
        row, column = divmod(mask, TILES_PER_ROW)
        button = rows[row][column]
        assert isinstance(button, Button)
        assert button.label == letter.upper()


def test_a_button_shows_the_face_beside_its_letter_where_there_is_an_emoji_of_it() -> None:
    drawn = buttons_of(SCREENS.board(view(), context(emojis=EMOJIS)))[:-1]
    assert [tile.emoji for tile in drawn] == [EMOJIS[f"face-{letter}"] for letter in MASK_LETTERS]
    plain = buttons_of(SCREENS.board(view(), context()))[:-1]
    assert {tile.emoji for tile in plain} == {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_once_the_mime_shows_nothing_more_no_part_is_not_yet_shown(language: str) -> None:
    say = context(language).say
    for done in (False, True):
        picture = SCREENS.board(view(done=done), context(language)).below
        assert picture is not None
        assert (say("picture-unknown") in repr(picture.key)) == (not done)
        assert (say("picture-unshown") in repr(picture.key)) == done


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sound_is_the_beginning_of_a_monsters_name(language: str) -> None:
    """Ruling Q18."""
    say = text(language, PACKAGE.text)
    names = [say(f"mask-{letter}") for letter in MASK_LETTERS]
    for syllable in SYLLABLES:
        assert not [name for name in names if name.startswith(say(f"sound-{syllable}"))]


def test_a_board_in_words_tells_the_parts_in_order_the_sounds_and_who_has_chosen() -> None:
    board = SCREENS.board(view(sounds=("grr", "muaa"), mode="sounds"), context(pictures=False))
    assert board.title == "Quickpick · turn 4 of 12"
    assert board.text.splitlines() == [
        "🎭 **1️⃣ Ada's face so far:** 🔽 brows down · 👀 eyes wide · 😮 mouth round",
        "💬 Grr! Muaa!",
        "👇 **Press the right monster!** One guess each. First right one wins!",
        "✋ 3️⃣ Cleo → Duf",
    ]
    assert board.fields[-1].text == "1️⃣ Ada **0** · 2️⃣ Ben **3** · 3️⃣ Cleo **1** · 4️⃣ Dan **2**"


def test_beside_the_picture_a_race_tells_only_what_that_does_not_show() -> None:
    board = SCREENS.board(view(sounds=("grr", *("muaa",) * 8), mode="sounds"), context())
    assert board.text.splitlines() == [
        "💬 Muaa! Muaa! Muaa! Muaa! Muaa! Muaa! Muaa! Muaa!",
        "👇 **Press the right monster!** One guess each. First right one wins!",
        "✋ 3️⃣",
    ]


@pytest.mark.parametrize("pictures", [True, False])
def test_nobody_is_told_to_press_before_a_first_part_is_shown(pictures: bool) -> None:
    told = context(pictures=pictures)
    before_it = SCREENS.board(view(shown=()), told).text
    assert "about to show the first part" in before_it
    assert "Press the right monster" not in before_it
    for seen in (view(), view(mode="camera", shown=())):
        assert "Press the right monster" in SCREENS.board(seen, told).text
    for shown in ((), view().shown):
        stopped = SCREENS.board(view(shown=shown, done=True), told)
        assert "That's all you get" in stopped.text


def test_hands_are_drawn_signs_wherever_there_are_any() -> None:
    emojis = {f"seat-{number}": f"<:seat_{number}:9>" for number in range(1, 9)}
    for shown in (view(), before()):
        told = SCREENS.board(shown, context(emojis=emojis)).text
        assert "<:seat_3:9>" in told
        assert "️⃣" not in told


def test_long_names_are_cut_beside_pictures_and_nowhere_else() -> None:
    """An escaped sign is one sign, and is never cut in two."""
    names = (r"\*\*\*Wanda of the Woods\*\*\*", "Ben", "Konrad der Erste", "Dan")
    told = SCREENS.board(before(), context(names=names)).text
    assert r"\*\*\*Wanda of th… **0**" in told
    assert "Konrad der Ers… **1**" in told
    whole = SCREENS.board(before(), context(names=names, pictures=False))
    assert all(name in everything_of(whole) for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_cameras_the_board_says_what_everybody_does(language: str) -> None:
    ready = SCREENS.board(before(mode="camera"), context(language)).text
    racing = SCREENS.board(view(mode="camera", shown=()), context(language)).text
    wanted = {
        "en": ("voice channel, cameras on", "Face and head only: no hands", "Sounds are fine"),
        "de": (
            "Sprachkanal, Kameras an",
            "mit Gesicht und Kopf: keine Hände",
            "Laute sind erlaubt",
        ),
    }[language]
    assert wanted[0] in ready
    assert all(words in racing for words in wanted[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_only_board_has_all_faces_in_words_and_no_picture(language: str) -> None:
    board = SCREENS.board(view(), context(language, pictures=False))
    assert board.picture is None
    assert board.below is None
    faces = [line for f in board.fields for line in f.text.splitlines() if line[:2] == "**"]
    assert len(faces) == len({face.split(":")[1] for face in faces}) == len(MASKS)
    if language == "en":
        assert faces[BIM] == ("**Bim**: brows down, eyes wide, mouth round, tongue in, head left")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_picture_of_a_race_shows_stands_in_its_alt_text(language: str) -> None:
    told = context(language)
    picture = SCREENS.board(view(), told).below
    assert picture is not None
    assert "Cleo: Duf" in picture.alt
    for name in PART_NAMES:
        line = next(
            line
            for line in picture.alt.splitlines()
            if line.startswith(f"{told.say(f'part-{name}')}: ")
        )
        assert line.count(",") == 7


def test_after_a_race_a_board_in_words_tells_the_mask_all_hands_and_who_was_right() -> None:
    board = SCREENS.board(before(), context(pictures=False))
    assert "**1️⃣ Ada, you're the mime!**" in board.text
    assert board.text.splitlines()[-3:] == [
        "**The face was Kez**: brows down, eyes wide, mouth round, tongue out, head right.",
        "🎁 2️⃣ Ben got it!",
        "✋ 3️⃣ Bim · 2️⃣ Kez · 1️⃣ Kez",
    ]
    assert board.fields[0].text.splitlines() == [
        "1️⃣ Ada: no masks",
        "2️⃣ Ben: 3 masks",
        "3️⃣ Cleo: one mask",
        "4️⃣ Dan: 2 masks",
        "🃏 In the deck: 17 masks",
    ]


def test_after_a_race_the_board_has_one_picture_and_a_line_for_each_player() -> None:
    board = SCREENS.board(before(), context())
    assert (board.title, board.fields, board.below) == ("", (), None)
    assert board.text.splitlines() == [
        "Turn 4 of 12 · masks collected so far:",
        "1️⃣ Ada **0**",
        "2️⃣ Ben **3**",
        "3️⃣ Cleo **1**",
        "4️⃣ Dan **2**",
    ]
    assert board.picture is not None
    assert board.picture.key[1:4] == (KEZ, 1, ((2, BIM), (1, KEZ), (0, KEZ)))
    assert "Who guessed what: Cleo: Bim, Ben: Kez, Ada: Kez." in board.picture.alt


def test_a_face_that_nobody_saw_and_hands_on_no_tile_are_told() -> None:
    turn = Turn(3, KEZ, None, (Choice(2, None),))
    told = SCREENS.board(before(turns=(turn,)), context(pictures=False)).text
    assert "Nobody got it." in told
    assert "3️⃣ no idea" in told
    alone = before(turns=(Turn(3, KEZ, None, ()),))
    assert "✋" not in SCREENS.board(alone, context(pictures=False)).text
    picture = SCREENS.board(alone, context()).picture
    assert picture is not None
    assert "tapped" not in picture.alt


def test_whoever_owes_is_told_what_and_all_guessers_in_one_line() -> None:
    guessers = [SLAP, Prompt(64, 3, "slap")]
    assert SCREENS.describe_prompts(before(), [DRAW], context()) == "Ada, look at your mask"
    assert SCREENS.describe_prompts(view(), guessers, context()) == "Which monster is Ada?"
    assert SCREENS.describe_prompts(view(), [MIME], context()) == "", (
        "the guessers' line names the mime"
    )
    assert "Last guesses" in SCREENS.describe_prompts(view(phase="closing"), [CLOSING], context())


def test_events_say_who_did_what() -> None:
    lines = {type(event): SCREENS.describe_event(view(), event, context()) for event in EVENTS}
    assert lines[MaskGuessed] == (
        "It was Bim! 3️⃣ Cleo got it and draws a prize, and 1️⃣ Ada keeps the mask."
    )
    assert lines[MaskNotGuessed] == ("It was Bim, and nobody got it. Two masks leave the game.")
    assert lines[PrizeDrawn] == "Your prize: Kez."


def test_parts_and_sounds_stand_on_the_board_itself_and_not_in_the_events() -> None:
    assert SCREENS.describe_event(view(), PartShown(0, 3), context()) == ""
    assert SCREENS.describe_event(view(), SoundMade(0, "muaa"), context()) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_is_a_sentence(language: str) -> None:
    say = text(language, PACKAGE.text)
    assert all(say(key).endswith((".", "!")) for key in REFUSALS)


def test_the_end_tells_the_shared_victory_and_gives_medals_to_the_first_three() -> None:
    """Ruling Q17. Discord would number lines that begin with bare numbers anew."""
    end = SCREENS.end(make_final_view(), PLACES, context())
    assert end.text.splitlines() == [
        "🏆 **Shared victory, with the same number of masks:** 2️⃣ Ben, 4️⃣ Dan",
        "",
        "🥇 2️⃣ Ben **3**",
        "🥇 4️⃣ Dan **3**",
        "🥉 3️⃣ Cleo **1**",
        "**4.** 1️⃣ Ada **0**",
    ]
    assert (end.title, end.fields, end.rows, end.below) == ("", (), (), None)
    assert end.picture is not None


def test_the_end_tells_who_wins_alone() -> None:
    alone = SCREENS.end(make_final_view(turns=()), PLACES[:1], context())
    assert alone.text.splitlines()[0] == "🏆 **2️⃣ Ben wins with the most masks!**"


def test_the_alt_text_of_the_end_tells_who_has_which_monsters_by_name() -> None:
    picture = SCREENS.end(make_final_view(), PLACES, context()).picture
    assert picture is not None
    assert picture.alt.splitlines()[1:] == [
        "1. Ben: 3 masks (Bim, Kez, Lum)",
        "1. Dan: 3 masks (Duf, Kez, Lum)",
        "3. Cleo: one mask (Bim)",
        "4. Ada: no masks",
    ]
    assert "Ben" not in repr(picture.key), "names stay out of pictures"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_how_long_a_race_lasts_and_what_happens_to_who_is_silent(
    language: str,
) -> None:
    told = context(language, names=())
    turn, modes = (PACKAGE.rulebook.render(page, told).text for page in (1, 3))
    seconds = LAST_CALL_SECONDS
    for words in {
        "en": ("at most a minute", f"after {seconds} seconds", "two silent races in a row"),
        "de": ("höchstens eine Minute", f"nach {seconds} Sekunden", "zwei Rennen ohne Tipp"),
    }[language]:
        assert words in turn
    for words in {"en": ("**Quick**", "**Patient**"), "de": ("**Schnell:**", "**Geduldig:**")}[
        language
    ]:
        assert words in modes


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_cameras_sounds_are_up_to_the_people_and_words_are_not(language: str) -> None:
    forbidden = {"en": "no sounds", "de": "keine Laute"}[language]
    racing = SCREENS.board(view(mode="camera"), context(language)).text
    assert forbidden not in PACKAGE.rulebook.render(3, context(language)).text + racing


def test_an_end_in_words_has_all_piles() -> None:
    end = SCREENS.end(make_final_view(), PLACES, context(pictures=False))
    assert end.text.splitlines()[2:] == [
        "🥇 2️⃣ Ben: 3 masks",
        "Kez · Bim · Lum",
        "🥇 4️⃣ Dan: 3 masks",
        "Lum · Kez · Duf",
        "🥉 3️⃣ Cleo: one mask",
        "Bim",
        "**4.** 1️⃣ Ada: no masks",
    ]


def test_the_running_score_counts_masks() -> None:
    assert SCREENS.score(view(), context()).splitlines()[:3] == [
        "Turn 4 of 12",
        "2️⃣ Ben: 3 masks",
        "4️⃣ Dan: 2 masks",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_a_text_only_table_describe_all_faces_in_words(language: str) -> None:
    told = context(language, names=(), pictures=False)
    words = "\n".join(everything_of(PACKAGE.rulebook.render(page, told)) for page in range(5))
    assert all(f"**{told.say(f'mask-{letter}')}**" in words for letter in MASK_LETTERS)
    assert all(told.say(f"button-{name}") in words for name in ("look", "masks", "pass-on"))
    assert "🐾" in words, "the board's own button, whose label may be in another language"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_a_legend_of_the_drawn_signs(language: str) -> None:
    told = context(language, names=(), emojis=EMOJIS)
    (signs,) = PACKAGE.rulebook.render(2, told).fields
    for name in PART_NAMES:
        assert f"{EMOJIS[name]} {told.say(f'part-{name}')}" in signs.text


def test_every_sign_has_a_file_and_every_standard_emoji_is_one() -> None:
    assert {sign.file_stem for sign in read_signs(PACKAGE)} >= set(SIGNS)
    assert all(map(is_emoji, PART_SIGNS))
    assert len(set(PART_SIGNS)) == len(PART_NAMES)
