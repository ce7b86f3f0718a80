"""The fixtures `world` and `open_world`: the real bot in a simulated Discord."""

pytest_plugins = ["bot.bench.plugin"]
