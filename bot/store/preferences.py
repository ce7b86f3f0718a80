"""What people and servers have chosen for themselves."""

from typing import Literal

from msgspec import Struct

SeenBy = Literal["me", "server", "everybody"]
"""Who sees how somebody plays: nobody else, people of the servers where they play, or also in what
is told of all servers together."""
DAYS = (730, 365, 90, 30)
"""For so many days games can be kept; the first is what holds for whoever chooses nothing."""


class Preferences(Struct, frozen=True, gc=False):
    """What a person has chosen."""

    user: int
    seen_by: SeenBy = "server"
    served: bool = True
    """False: they do not want the bot to do anything for them."""
    days: int = 0
    """For so many days their part in games is kept; 0: as for all."""
