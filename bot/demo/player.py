"""Plays a scenario on a stage, as its people would: they press only what they see."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import simcord
from msgspec import Struct
from simcord.backend import serializers
from simcord.interactions import command_leaves

from bot.common.config import StartProblem
from bot.demo.scenario import BOARD, Choose, Command, Press, Restart, Scenario, See, Step, Wait
from bot.demo.simulated import click
from bot.demo.stage import Stage
from bot.engine.box import GamePackage
from bot.i18n import text

BUTTON, SELECT = 2, 3
"""https://docs.discord.com/developers/components/reference#component-object-component-types"""
Wire = Mapping[str, Any]
"""Discord's words for a message or a part of it."""


class Control(Struct, frozen=True):
    """A button, or a select with its options."""

    kind: int
    label: str
    """A button's label, a select's placeholder."""
    sign: str
    """A button's emoji: a standard one, or the name of one of the application's, as in ":cat:"."""
    custom_id: str
    disabled: bool
    options: tuple[tuple[str, str], ...] = ()
    """A select's (value, label) pairs."""
    least: int = 1
    most: int = 1

    @property
    def name(self) -> str:
        """What a person calls it."""
        return " ".join(part for part in (self.sign, self.label) if part)

    def is_called(self, name: str) -> bool:
        """Tell whether that is its label, its sign, or both."""
        return plain(name) in {plain(one) for one in (self.label, self.sign, self.name) if one}


class SeenMessage(Struct, frozen=True):
    """A message as it is at one moment."""

    id: int
    private: bool
    wire: Wire
    text: str
    """All that can be read, and what the pictures are described with."""
    controls: tuple[Control, ...]

    def has(self, text: str) -> bool:
        """Tell whether a text can be read there, however it is marked or broken into lines."""
        return plain(text) in self.text


def read_messages(env: simcord.Env, channel: int, person: int | None = None) -> list[SeenMessage]:
    """Return the messages of the bot in a channel, oldest first.

    With `person` those that one alone can see are among them; None: public ones.
    """
    backend: Any = env.backend
    stored = backend.messages.get(channel, {})
    return [
        _read(backend, message)
        for _, message in sorted(stored.items())
        if message.author_id == backend.bot_user.id
        and (not message.is_ephemeral or (person is not None and message.visible_to(person)))
    ]


def plain(text: str) -> str:
    """Return a text as it is read, in one line: "**Ada**" is "Ada", "<:cat:17>" is ":cat:"."""
    text = re.sub(r"<a?(:\w+:)\d+>", r"\1", text)
    return " ".join(re.sub(r"[*_`~|\\\u2060]", "", text).split())


def _read(backend: Any, message: Any) -> SeenMessage:
    wire: Any = serializers.message_payload(backend, message)
    rows = wire.get("components", ())
    controls = tuple(_control(one) for row in rows for one in row["components"])
    alts = (file.get("description") or "" for file in message.attachments)
    said = " ".join((*_words(wire), *(one.name for one in controls), *alts))
    names = {str(user.id): user.global_name or user.name for user in backend.users.values()}
    named = re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(found[1], found[1])}", said)
    return SeenMessage(message.id, message.is_ephemeral, wire, plain(named), controls)


def _words(wire: Wire) -> Iterator[str]:
    yield wire["content"]
    for embed in wire.get("embeds", ()):
        yield embed.get("title", "")
        yield embed.get("description", "")
        for field in embed.get("fields", ()):
            yield from (field["name"], field["value"])
        yield embed.get("footer", {}).get("text", "")
    for row in wire.get("components", ()):
        for component in row["components"]:
            for option in component.get("options", ()):
                yield from (option["label"], option.get("description") or "")


def _control(component: Wire) -> Control:
    emoji = component.get("emoji") or {}
    name = emoji.get("name") or ""
    return Control(
        component["type"],
        component.get("label") or component.get("placeholder") or "",
        f":{name}:" if emoji.get("id") else name,
        component.get("custom_id", ""),
        bool(component.get("disabled")),
        tuple((option["value"], option["label"]) for option in component.get("options", ())),
        component.get("min_values", 1),
        component.get("max_values", 1),
    )


AT_ONCE = ("clock", "level", "text-only")
"""Options that are chosen with the command; all others are chosen in the lobby."""


def opening(scenario: Scenario, box: GamePackage) -> tuple[Step, ...]:
    """Return the steps up to the first of the scenario; all are said to be at the game's line."""
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, box.text)
    chosen = dict(scenario.options)
    wishes = {
        "game": scenario.game,
        "computers": str(scenario.computers),
        "language": scenario.language,
        **{_parameter(name): chosen[name] for name in AT_ONCE if name in chosen},
    }
    steps: list[Step] = [Command(line, host, "cats play", tuple(wishes.items()))]
    steps += [Press(line, who, say("button-join")) for who in scenario.people[1:]]
    if "pace" in chosen:
        pace = say("button-pace", choice=say(f"pace-{chosen['pace']}"))
        steps += [Press(line, host, say("button-options")), Press(line, host, pace)]
    steps += _of_the_game(scenario, box)
    if scenario.starts:
        steps.append(Press(line, host, say("button-start")))
    return tuple(steps)


def _parameter(name: str) -> str:
    """Return what the command calls an option."""
    return name.replace("-", "_")


def _of_the_game(scenario: Scenario, box: GamePackage) -> Iterator[Step]:
    """Yield how the host chooses options of the game's own."""
    line, host, say = scenario.line, scenario.people[0], text(scenario.language, box.text)
    chosen = dict(scenario.options)
    own = [option for option in box.game.options if option.name in chosen]
    if own:
        game = say("button-game-options", game=say("game-title"))
        yield Press(line, host, say("button-options"))
        yield Press(line, host, game)
    for option in own:
        name, choice = option.name, chosen[option.name]
        words = [say(f"choice-{name}-{part}") for part in choice.split(".")]
        if choice in option.choices:
            words = [say(f"option-{name}", choice=words[0])]
        yield Choose(line, host, tuple(words))


TAKES = 2.0
"""Seconds of the world's time that a press or command takes; meanwhile the board follows."""
PIECE = 60.0
"""Seconds of it that pass at a time."""
INTEGER, BOOLEAN = 4, 5
"""https://docs.discord.com/developers/interactions/application-commands#application-command-object"""


class Offer(Struct, frozen=True):
    """A button or select on a message."""

    message: SeenMessage
    control: Control


class Player:
    """Plays one scenario."""

    def __init__(self, stage: Stage, scenario: Scenario) -> None:
        """Play it there; from now on each deal there follows from the scenario's number."""
        self._stage = stage
        self._scenario = scenario
        self._before: dict[str, list[SeenMessage]] = {who: [] for who in stage.people}
        """What each person could see after some step, in that order."""
        deals = count()
        stage.deal_from(lambda: seed(scenario.deal, next(deals)))

    async def play(self) -> None:
        """Open the table and do all steps; raises `StartProblem` at the first that fails."""
        box = self._stage.shelf[self._scenario.game]
        for step in (*opening(self._scenario, box), *self._scenario.steps):
            await self._do(step)
            self._remember()

    async def _do(self, step: Step) -> None:
        match step:
            case Press():
                await self._press(step)
            case Choose():
                await self._choose(step)
            case Command():
                await self._command(step)
            case See():
                self._see(step)
            case Wait():
                await self._pass(step.seconds)
            case Restart():
                await self._stage.restart()

    def _at(self, step: Step) -> str:
        return self._scenario.at(step.line)

    async def _pass(self, seconds: float) -> None:
        while seconds > 0:
            await self._stage.env.advance_time(min(PIECE, seconds))
            seconds -= PIECE

    # What people see

    def _sees(self, who: str) -> list[SeenMessage]:
        """Return what somebody looks at: the own newest private message, then public ones.

        The newest of these first; for `BOARD`, the newest with buttons alone.
        """
        env, channel = self._stage.env, self._stage.channel.id
        if who == BOARD:
            return [one for one in reversed(read_messages(env, channel)) if one.controls][:1]
        newest = list(reversed(read_messages(env, channel, self._stage.people[who].id)))
        private = [message for message in newest if message.private]
        return private[:1] + [message for message in newest if not message.private]

    def _remember(self) -> None:
        for who, before in self._before.items():
            before += [message for message in self._all(who) if message not in before]

    def _see(self, step: See) -> None:
        if not step.there:
            shown = self._all(step.who)
            if any(message.has(step.text) for message in shown):
                raise StartProblem("scenario-seen", at=self._at(step), who=step.who, text=step.text)
            return
        shown = [one for one in self._sees(step.who) if one.private or step.who == BOARD]
        if not any(message.has(step.text) for message in shown):
            there = "\n".join(message.text for message in shown) or "–"
            raise StartProblem(
                "scenario-not-seen", at=self._at(step), who=step.who, text=step.text, there=there
            )

    def _all(self, who: str) -> list[SeenMessage]:
        """Return all messages that somebody can read, `BOARD` standing for everybody."""
        person = None if who == BOARD else self._stage.people[who].id
        return read_messages(self._stage.env, self._stage.channel.id, person)

    # What people do

    async def _press(self, step: Press) -> None:
        shown = self._gone(step.who) if step.old else self._sees(step.who)
        there = _offers(shown, BUTTON)
        called = _first(offer for offer in there if offer.control.is_called(step.button))
        found = called[max(step.number - 1, 0) :]
        if not found:
            raise StartProblem(
                "scenario-no-button",
                at=self._at(step),
                who=step.who,
                button=step.button,
                there=_named(offer.control for offer in there if not offer.control.disabled),
            )
        if len(found) > 1 and not step.number:
            raise StartProblem("scenario-several", at=self._at(step), name=step.button)
        if found[0].control.disabled:
            raise StartProblem(
                "scenario-disabled", at=self._at(step), who=step.who, button=step.button
            )
        await self._click(step, found[0], {})

    def _gone(self, who: str) -> list[SeenMessage]:
        """Return what somebody could see before and cannot any more, newest first."""
        there = self._all(who)
        return [message for message in reversed(self._before[who]) if message not in there]

    async def _choose(self, step: Choose) -> None:
        there = _offers(self._sees(step.who), SELECT)
        found = _first(offer for offer in there if _has(offer.control, step))
        if not found:
            raise StartProblem(
                "scenario-no-options",
                at=self._at(step),
                who=step.who,
                options=_quoted(step.options),
                there="; ".join(_options_of(offer.control) for offer in there) or "–",
            )
        if len(found) > 1:
            raise StartProblem("scenario-several", at=self._at(step), name=_quoted(step.options))
        select = found[0].control
        if select.disabled or not select.least <= len(step.options) <= select.most:
            raise StartProblem(
                "scenario-how-many",
                at=self._at(step),
                least=str(select.least),
                most=str(select.most),
            )
        await self._click(step, found[0], {"values": _values(select, step.options)})

    async def _click(self, step: Press | Choose, offer: Offer, more: dict[str, Any]) -> None:
        """Send a click; raises `StartProblem` if the bot leaves it without an answer."""
        stage, control = self._stage, offer.control
        data = {"custom_id": control.custom_id, "component_type": control.kind, **more}
        person = stage.people[step.who]
        record, payload = click(
            stage.env, stage.guild.id, stage.channel.id, person.id, offer.message.wire, data
        )
        stage.env.backend.emit("INTERACTION_CREATE", payload)
        await stage.env.settle()
        await self._pass(TAKES)
        if not record.responded or record.loading:
            raise StartProblem("scenario-silent", at=self._at(step))

    async def _command(self, step: Command) -> None:
        stage = self._stage
        leaves = {
            " ".join(path): leaf
            for command in stage.env.backend.commands[None].values()
            for path, leaf in command_leaves(command)
        }
        kinds = {
            option["name"]: option["type"]
            for option in leaves.get(step.name, {}).get("options", ())
        }
        try:
            given = {name: _typed(value, kinds.get(name)) for name, value in step.options}
            await stage.people[step.who].slash(stage.channel, step.name, **given)
        except (simcord.SetupError, simcord.BackendError, simcord.OptionError, ValueError):
            raise StartProblem(
                "scenario-command",
                at=self._at(step),
                commands=", ".join(f"/{name}" for name in sorted(leaves)),
                options=", ".join(sorted(kinds)) or "–",
            ) from None
        await self._pass(TAKES)


def seed(deal: int, number: int) -> bytes:
    """Return the 32 bytes that all luck of a table follows from.

    `number` counts the deals of a scenario; 0 is the first.
    """
    return hashlib.sha256(b"scenario %d %d" % (deal, number)).digest()


def _offers(messages: Sequence[SeenMessage], kind: int) -> list[Offer]:
    return [
        Offer(message, control)
        for message in messages
        for control in message.controls
        if control.kind == kind and control.custom_id
    ]


def _first(offers: Iterable[Offer]) -> list[Offer]:
    """Return those of the first message among them."""
    found = list(offers)
    return [offer for offer in found if offer.message == found[0].message]


def _has(select: Control, step: Choose) -> bool:
    """Tell whether a select is the one, and offers all that is to be chosen."""
    labels = {plain(label) for _, label in select.options}
    wanted = {plain(option) for option in step.options}
    return wanted <= labels and (not step.select or select.is_called(step.select))


def _values(select: Control, options: Sequence[str]) -> list[str]:
    """Return the values of the options, in their order; of equal ones, each once."""
    left, values = list(select.options), []
    for option in options:
        found = next((one for one in left if plain(one[1]) == plain(option)), None)
        if found:
            left.remove(found)
            values.append(found[0])
    return values


def _typed(value: str, kind: int | None) -> str | int | bool:
    """Return a value of the type that a command asks for; raises `ValueError` if it is none."""
    if kind == BOOLEAN:
        return {"yes": True, "no": False}.get(value, value)
    return int(value) if kind == INTEGER else value


def _options_of(select: Control) -> str:
    return f"{select.name}: {_quoted(label for _, label in select.options)}"


def _named(controls: Iterable[Control]) -> str:
    return _quoted(control.name for control in controls) or "–"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in dict.fromkeys(names))
