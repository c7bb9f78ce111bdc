"""What "From here" compares: a step of a game or of a variation, with the lines of other games."""

import json
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from analytics.forms.addresses import with_params
from analytics.insight.continuations import FromHere, Line, from_here
from analytics.insight.question import Simulated
from analytics.reads.counting import last_change
from analytics.reads.line_people import NO_PEOPLE, LinePeople, people_of_lines
from analytics.reads.lines import MAX_GAMES, LineFilter, lines_of
from games.core.codec import sha256_hex
from games.core.contract import PUBLIC, GameKind
from games.core.lines import LineMove
from games.core.replay import Replay
from games.registry import get_kind
from replays.models import Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.web.replay_drawing import Drawing, drawing_of

from .flows import occupied

SAME, ALL = "same", "all"
MAX_ANSWERS = 200
_people: BoundedCache[LinePeople] = BoundedCache(MAX_ANSWERS, MAX_ANSWERS, by_language=False)
"""The people of answers: with few players and 2,000 games they take a second."""


@dataclass(frozen=True)
class Question:
    """A step of a game, or of a variation of it, and with which games it is compared."""

    game: Game
    view: str
    step: int
    rules: str
    board: str
    simulated: Simulated
    branch: Branch | None = None

    @property
    def kind(self) -> GameKind:
        """The board game."""
        return get_kind(self.game.kind)

    def params(self, **changes: str) -> dict[str, str]:
        """Return the query parameters; those with their default are left out."""
        usual = "yes" if self.game.is_simulated else "no"
        params = {
            "step": str(self.step), "as": self.view, "rules": self.rules, "board": self.board,
            "simulated": self.simulated, "of": self.branch.public_id if self.branch else "",
            **changes,
        }  # fmt: skip
        defaults = {("rules", SAME), ("board", SAME), ("simulated", usual)}
        return {name: value for name, value in params.items() if (name, value) not in defaults}

    def address(self, **changes: str) -> str:
        """Return the address of the page with some parameters changed."""
        return with_params(reverse("from-here", args=[self.game.public_id]), self.params(**changes))

    @cached_property
    def _line(self) -> Replay:
        return branch_reads.line_of(self.branch) if self.branch else game_reads.replay_of(self.game)

    @cached_property
    def drawing(self) -> Drawing:
        """The line in the public view."""
        played = self._line if self.branch else None
        return drawing_of(self.game, PUBLIC, played=played)

    @cached_property
    def moves(self) -> list[LineMove]:
        """The public moves of the line up to the step."""
        line = self._line
        events = [step.entry.plain for step in line.steps[: self.step]]
        moves = self.kind.counting.lines(line.record.header, events)
        return [move for move in moves if move.terms]

    @cached_property
    def others(self) -> list[Line]:
        """The games that this one is compared with."""
        game = self.game
        is_same, board = self.rules == SAME, game.board_digest if self.board == SAME else ""
        edition, mode = (game.edition, game.mode) if is_same else ("", "")
        chosen = LineFilter(game.kind, edition, mode, board, self.simulated)
        return [line for line in lines_of(chosen) if line.game != game.pk]

    @cached_property
    def sides(self) -> dict[str, str]:
        """The sides that can win, with their names."""
        roles = self.kind.identity.roles_in(self.game.mode)
        return {side: title for side, title in self.kind.identity.sides.items() if side in roles}

    @cached_property
    def spaces(self) -> frozenset[str]:
        """The spaces with a piece."""
        return occupied(self.drawing.scene, self.drawing.frames[self.step])

    @property
    def public_digest(self) -> str:
        """The digest of what is compared: the public moves up to the step, and the spaces."""
        public = [self.drawing.last, [move.terms for move in self.moves], sorted(self.spaces)]
        return sha256_hex(json.dumps(public))

    @cached_property
    def answer(self) -> FromHere:
        """How the other games continued."""
        played = [move.terms for move in self.moves]
        return from_here(self.others, played, self.spaces, self.sides)

    def people(self, most: int | None = None) -> LinePeople:
        """Return the people of the answer, of the first `most` next moves or of all; none if it is
        about bot games.
        """
        if self.simulated != "no":
            return NO_PEOPLE
        where = self.game.pk, self.public_digest, self.rules, self.board
        return _people.get((where, most, last_change()), lambda: self._people(most), lambda _: 1)

    def _people(self, most: int | None) -> LinePeople:
        played = len(self.moves)
        return people_of_lines(self.answer, self.others, played, self.spaces, self.sides, most)

    @property
    def known_step(self) -> int | None:
        """The step of the last move that another game shares, if none has all of them."""
        answer = self.answer
        if answer.n_here or not answer.known_moves:
            return None
        return self.moves[answer.known_moves - 1].number

    @property
    def is_cut(self) -> bool:
        """Whether only the newest games are compared."""
        return self.answer.n_games >= MAX_GAMES - 1

    def label(self, terms: str) -> str:
        """Return a move in the reader's language."""
        return " ".join(self.kind.display.terms.get(term, term) for term in terms.split(" "))
