"""Descriptions of commands in the readers' languages."""

import discord
from discord import app_commands

from bot.text import LANGUAGES, text


class CatalogueTranslator(app_commands.Translator):
    """Looks descriptions up in the catalogues; names of commands stay English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text for a locale that has a catalogue, else None."""
        key = string.extras.get("key")
        if key is None or locale.value not in LANGUAGES[1:]:
            return None
        return text(locale.value)(key)
