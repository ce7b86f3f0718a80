"""The bench: the real bot in a simulated Discord, on which tests play whole games.

Authors of games use it in the tests of their packages. It is installed with the extra `bench`. One
line in a `conftest.py` brings the fixtures `world` and `open_world`:

    pytest_plugins = ["bot.bench.plugin"]

The bot itself never imports this folder.
"""
