"""Evenings for tests."""

from bot.domain.evenings import Evening, Member

ADA = Member("Ada", 7, 9, 3, 2, (("liars_dice", "exact"), ("liars_dice", "exact")))
BEN = Member("Ben", 8, 5, 3, 1, (("quickpick", "two-parts"),), foreseen=2)
MOMO = Member("Momo", None, 2, 2, 0, (("liars_dice", "duel"),))
EVENING = Evening(100.0, (BEN, MOMO, ADA), ("liars_dice", "quickpick", "liars_dice"))
