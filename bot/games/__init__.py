"""The games that come with the bot, one folder for each, and the registry that lists them."""
