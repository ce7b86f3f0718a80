"""The puzzle of three steps that teaches how it goes, with one masked cat.

It hides "red", "seated-boss" and "fish-cocktail". First, a cat without the mask rules out all but
one feature of a masked cat. Then, two such cats do so together. At last, these opened long ago, and
another masked cat tells nothing new.
"""

from bot.engine.puzzle_data import Mark, Puzzle

_RED, _BOSS, _FISH = Mark(0, 12), Mark(0, 2), Mark(0, 16)
LESSON = Puzzle(
    rung=1,
    answer=((2, 12, 16),),
    cards=(31, 24, 17, 9, 8, 23),
    open_cards=(2, 4, 6, 6),
    following=((_RED,), (_BOSS, _RED), (_BOSS, _RED, _FISH)),
)
