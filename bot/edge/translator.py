"""The texts of commands in the readers' languages."""

import discord
from discord import app_commands

from bot.text import LANGUAGES, nearest, text


class CatalogueTranslator(app_commands.Translator):
    """Looks texts up in the catalogues; names of commands have no key and stay English.

    `locale_str(english, key=...)` is of the shared catalogue, one with `folder=...`, too, of a
    game's.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text for a locale that has a catalogue, else None: English is sent anyway."""
        key, language = string.extras.get("key"), nearest(locale.value)
        if key is None or language == LANGUAGES[0]:
            return None
        return text(language, string.extras.get("folder"))(key)
