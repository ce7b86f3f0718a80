"""Makes the films that share a finished game, or one of its moments, in the channel.

A film of a game begins with who plays and ends with who has won. Between them are the scenes that
the game chooses. It is made only from what everybody at the table could see. Its frames contain the
players' names, so nothing keeps them after the film is made.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from bot.drawing import film_frames
from bot.drawing.film_frames import clean_caption
from bot.engine.films import (
    Log,
    drop_repeated_shots,
    find_scenes,
    make_public_log,
    make_scene,
    make_shot,
    tell_step,
)
from bot.engine.replays import FilmScene, FilmShot, Highlight
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.teams import describe_winning_teams
from bot.engine.text_helpers import SEAT_LETTERS, cut_to_width, join_names, truncate_text
from bot.presenters import replay
from bot.presenters.replay import MAX_EVENT_NAME_WIDTH, Replay, ReplayPosition, strip_markup

MIN_FILM_SECONDS, MAX_FILM_SECONDS = 8.0, 20.0
"""The minimum and maximum length of a film. It then begins again."""
MAX_FILM_BYTES = 5_000_000
"""Discord accepts 10 MiB in any server."""
TITLE_SECONDS, LEAD_SECONDS, RESULT_SECONDS, WINNER_SECONDS = 2.0, 1.1, 1.4, 3.0
"""How long a film of a game shows the names, what leads to a result, that result and the winner."""
MOMENT_TITLE_SECONDS, MOMENT_LEAD_SECONDS, MOMENT_RESULT_SECONDS = 1.6, 2.2, 4.0
"""The same for a film of a single moment, which does not tell the winner."""
MAX_SHOTS_AFTER_MOMENT = 2
"""The maximum number of shots that a film of a single moment has after that moment."""
MAX_SCENES = 8
"""The maximum number of scenes in a film of a whole game, so that each can be read."""
MAX_CAPTION_LENGTH = 170
"""A phone's letters would be too small with more."""


class Frame(Struct, frozen=True):
    """A frame of a film."""

    picture: Picture
    seconds: float


def make_film(
    game: Replay, at: int, highlights: Sequence[Highlight], language: str, *, is_whole_game: bool
) -> tuple[Frame, ...]:
    """Return the frames of a film of a whole game, or of one moment. It is () without pictures.

    A film of a whole game prefers the scenes of its highlights and its last scene. If there is
    time, a scene also has what led to its result.
    """
    if not replay.make_context(game, language).pictures:
        return ()
    context = make_film_context(game, language)
    log = make_public_log(game.steps)
    starts = game.steps.round_starts
    scenes = find_scenes(game.package, log, starts, context)
    title = _make_title(game, context)
    if not is_whole_game:
        shots = _find_moment(game, log, scenes, at, context)
        seconds = [MOMENT_LEAD_SECONDS] * (len(shots) - 1) + [MOMENT_RESULT_SECONDS]
        frames = [Frame(title, MOMENT_TITLE_SECONDS), *map(_make_frame, shots, seconds)]
        return _fit_length(frames) if shots else ()
    told = {log[place].step: place for place in range(len(log))}
    places = (told[highlight.step] for highlight in highlights if highlight.step in told)
    best = {scene.step for place in places if (scene := _find_scene(log, scenes, place, starts))}
    frames = [Frame(title, TITLE_SECONDS), *_cut_scenes(scenes, best)]
    frames += _make_winner(game, context, language)
    return _fit_length(frames) if scenes else ()


def make_film_context(finished_game: Replay, language: str) -> ScreenContext:
    """Return the names and texts for captions (see `Replays.find_film_scenes`).

    A name that the font cannot draw is replaced by the player's letter.
    """
    context = replay.make_context(finished_game, language)
    names = tuple(_make_drawable_name(seat, context) for seat in range(len(context.labels)))
    return replace(context, names=names, labels=names, pictures=False, emojis={})


def _make_drawable_name(seat: int, context: ScreenContext) -> str:
    """Return a player's name without what the font cannot draw, or else the player's letter."""
    label = context.labels[seat]
    name = clean_caption(strip_markup(label).replace("*", ""))
    if 2 * sum(map(str.isalnum, name)) <= sum(map(str.isalnum, label)):
        name = context.say("film-player", letter=SEAT_LETTERS[context.letter(seat)])
    return cut_to_width(name, MAX_EVENT_NAME_WIDTH)


def _find_scene(
    log: Log, scenes: Iterable[FilmScene], place: int, round_starts: Sequence[int]
) -> FilmScene | None:
    """Return the scene that shows what came of a step, or None if there is none in its round.

    In a game without rounds, it is the scene of the step itself. `place` is the index of the step.
    """
    scene = next((scene for scene in scenes if scene.step >= log[place].step), None)
    if scene is None or scene.step == log[place].step:
        return scene
    next_start = next((start for start in round_starts if start > place), len(log))
    within = bool(round_starts) and scene.step <= log[next_start - 1].step
    return scene if within else None


def _find_moment(
    finished_game: Replay, log: Log, scenes: Iterable[FilmScene], at: int, context: ScreenContext
) -> tuple[FilmShot, ...]:
    """Return the shots of a film of one step: the step, and what came of it in its round."""
    screens, starts = finished_game.package.screens, finished_game.steps.round_starts
    scene = _find_scene(log, scenes, at, starts) or make_scene(screens, log, at, context)
    if scene.step == log[at].step:
        return scene.shots
    step = make_shot(screens, log[at], tell_step(screens, log[at], context), context)
    first, *rest = drop_repeated_shots((step, *scene.shots))
    return (first, *rest[-MAX_SHOTS_AFTER_MOMENT:])


def _cut_scenes(scenes: Sequence[FilmScene], best: Collection[int]) -> list[Frame]:
    """Return the frames between the first and the last one: the scenes for which there is time."""

    def rank(scene: FilmScene) -> tuple[bool, int]:
        return scene.step in best or scene is scenes[-1], scene.weight

    chosen = list[FilmScene]()
    for _, equals in groupby(sorted(scenes, key=rank, reverse=True), rank):
        chosen += _spread_evenly([*equals], MAX_SCENES - len(chosen))
    room = MAX_FILM_SECONDS - TITLE_SECONDS - WINNER_SECONDS - RESULT_SECONDS * len(chosen)
    shown = {scene.step: scene.shots[-1:] for scene in chosen}
    for scene in chosen:
        needed = LEAD_SECONDS * (len(scene.shots) - 1)
        if needed <= room:
            room -= needed
            shown[scene.step] = scene.shots
    return [
        _make_frame(shot, RESULT_SECONDS if shot is shots[-1] else LEAD_SECONDS)
        for _, shots in sorted(shown.items())
        for shot in shots
    ]


def _spread_evenly(scenes: Sequence[FilmScene], max_scenes: int) -> list[FilmScene]:
    """Return at most `max_scenes` of the scenes, evenly spread over the game."""
    count = min(len(scenes), max_scenes)
    return [scenes[(2 * place + 1) * len(scenes) // (2 * count)] for place in range(count)]


def _fit_length(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    seconds = sum(frame.seconds for frame in frames)
    factor = min(max(seconds, MIN_FILM_SECONDS), MAX_FILM_SECONDS) / seconds
    return tuple(Frame(frame.picture, frame.seconds * factor) for frame in frames)


def _make_frame(shot: FilmShot, seconds: float) -> Frame:
    caption = truncate_text(strip_markup(shot.caption), MAX_CAPTION_LENGTH)
    drawing = (shot.picture.function, shot.picture.arguments)
    return Frame(Picture("shot.jpg", "", film_frames.draw_shot, (caption, drawing)), seconds)


def _make_title(finished_game: Replay, context: ScreenContext) -> Picture:
    banner = finished_game.package.make_banner(context.say)
    drawing = (banner.function, banner.arguments) if banner else None
    given = (context.say("game-title"), context.labels, drawing)
    return Picture("title.jpg", "", film_frames.draw_title, given)


def _make_winner(finished_game: Replay, context: ScreenContext, language: str) -> tuple[Frame, ...]:
    end = replay.render_board(finished_game, ReplayPosition(len(finished_game.steps) - 1), language)
    picture = end.picture or end.below
    if finished_game.record.ending != "played" or not picture:
        return ()
    places = replay.format_places(finished_game.record)
    names = [context.labels[place.seat] for place in places if place.rank == 1]
    caption = describe_winning_teams(places, context.labels, context.say) or context.say(
        "film-winner", names=join_names(names, context.say), winners=len(names)
    )
    drawing = (picture.function, picture.arguments)
    given = (caption, drawing)
    return (Frame(Picture("winner.jpg", "", film_frames.draw_winner, given), WINNER_SECONDS),)
