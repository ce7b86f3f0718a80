"""The signs of all games, as files that Discord takes as an application's emojis."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.discord_adapter.emojis import MAX_EMOJI_BYTES, read_signs
from bot.engine.package import GamePackage
from bot.engine.pictures import Pictures
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.registry import GAMES

SIZE = (128, 128)


@pytest.mark.parametrize("package", GAMES.values(), ids=GAMES)
def test_every_sign_is_a_picture_that_discord_takes(package: GamePackage) -> None:
    signs = read_signs(package)
    for sign in signs:
        with Image.open(BytesIO(sign.image)) as image:
            assert (image.format, image.size) == ("WEBP", SIZE), sign.file_stem
    assert len({sign.name for sign in signs}) == len(signs)
    if package.pictures and package.pictures.signs:
        assert {file.suffix for file in package.pictures.signs.iterdir()} == {".webp"}
        assert signs


def test_an_emoji_is_named_in_plain_words_which_are_read_aloud() -> None:
    names = [sign.name for package in GAMES.values() for sign in read_signs(package)]
    assert {"top_hat", "ball_of_yarn", "hackers"} <= {*names}
    assert len({*names}) == len(names)
    numbered = [name for name in names if re.sub("_[0-9]+$", "", name) in {*names} - {name}]
    assert numbered == [], "it would be taken for an earlier file of the other one"


def test_a_changed_file_has_the_same_name_and_another_fingerprint(tmp_path: Path) -> None:
    assert read_signs(replace(PACKAGE, pictures=None)) == ()
    drawn = replace(PACKAGE, pictures=Pictures(signs=tmp_path))
    (tmp_path / "top-hat.webp").write_bytes(b"a hat")
    (before,) = read_signs(drawn)
    (tmp_path / "top-hat.webp").write_bytes(b"another hat")
    (after,) = read_signs(drawn)
    assert before.name == after.name == "top_hat"
    assert before.fingerprint != after.fingerprint


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("top hat", b"x"),
        ("Top-hat", b"x"),
        ("a" * 30, b"x"),
        ("zylinder-für-katzen", b"x"),
        ("top-hat", b"x" * (MAX_EMOJI_BYTES + 1)),
    ],
)
def test_a_file_that_discord_would_refuse_is_an_error(
    tmp_path: Path, name: str, image: bytes
) -> None:
    (tmp_path / f"{name}.webp").write_bytes(image)
    with pytest.raises(ValueError, match="cannot be an emoji"):
        read_signs(replace(PACKAGE, pictures=Pictures(signs=tmp_path)))
