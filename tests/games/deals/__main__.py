"""Write the deals that are missing."""

from tests.games.deals import write_all

write_all()
