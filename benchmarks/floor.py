"""The least that a bot in Python can do for a click: one button that edits its message.

`benchmarks/load.py` runs it as a process, as what the real bot is compared with.
"""

import os

import discord

from bot.discord_adapter.request_gate import use_addresses

CUSTOM_ID = "floor"


class Button(discord.ui.View):
    """A button that counts."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._clicks = 0

    @discord.ui.button(label="Press me", custom_id=CUSTOM_ID)
    async def count(
        self, interaction: discord.Interaction["Floor"], _: discord.ui.Button["Button"]
    ) -> None:
        """Tell how often it was pressed."""
        self._clicks += 1
        await interaction.response.edit_message(content=f"{self._clicks} times")


class Floor(discord.Client):
    """A client with nothing but the button."""

    async def setup_hook(self) -> None:
        """Listen to the button on all messages."""
        self.add_view(Button())


if __name__ == "__main__":
    use_addresses(os.environ["API_BASE"], os.environ["GATEWAY_URL"])
    Floor(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"])
