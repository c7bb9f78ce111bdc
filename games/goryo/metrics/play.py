"""How games are played: their length, the Samurai's questions, the information they gain, and luck:
what happened, compared with what was expected by chance.
"""

from games.core.language import Labels, sentences
from games.core.language import gettext_noop as _
from games.core.metrics import Change, DistributionMetric, OddsMetric, SurvivalMetric
from games.core.pace import KEY, PACE
from games.goryo.metrics.spaces import ROUNDS

TO_THE_END = _(
    "Only games that were played to the end count, not those resigned, abandoned or unfinished."
)
DISCOVERED = _("Only rounds with a discovered plan count.")
TOGETHER = _("The interval treats the observations of one game as one cluster.")
BITS = _(
    "Information is measured in bits, with every plan and bound type that fits the public "
    "information equally likely: one bit halves their number."
)
PARTED = Change(
    7,
    "2026-11-29",
    _("Luck of the draw is separated from catches and answers, which depend on decisions."),
)
HISTORY = (Change(4, "2026-11-28", _("First counted.")),)
WINNERS = Labels({"goryo": _("Goryō won"), "samurai": _("Samurai won")})
ROLES = Labels({"goryo": _("Goryō"), "samurai": _("Samurai")})
ANSWERS = Labels({"yes": _("Yes"), "no": _("No")})
LUCK = Labels({"turned": _("Draw of an intact type"), "ended": _("Draw that ended the game")})
UNIFORM = Labels({"caught": _("Samurai on the target"), "yes": _("Positive answer")})
SPLITS = ("edition", "mode", "board", "month")
TENTHS = 10
ALL = "all"


def _per_game(key: str, title: str, observed: str, value: str) -> DistributionMetric:
    return DistributionMetric(
        key=key,
        title=title,
        definition=sentences(observed, TO_THE_END),
        unit=_("games"),
        group_title=_("Won by"),
        groups=WINNERS,
        value=value,
        splits=SPLITS,
        history=HISTORY,
    )


def _per_chase(
    key: str, title: str, definition: tuple[str, ...], value: str, per: int = 1
) -> DistributionMetric:
    return DistributionMetric(
        key=key,
        title=title,
        definition=sentences(*definition, DISCOVERED, TOGETHER),
        unit=_("chases"),
        group_title=_("Round"),
        groups=ROUNDS,
        value=value,
        per=per,
        history=HISTORY,
    )


METRICS = (
    _per_game(
        "length",
        _("Game length (rounds)"),
        _("The number of discovered rounds in a game, by winner."),
        _("rounds"),
    ),
    _per_game(
        "actions",
        _("Game length (Samurai actions)"),
        _("The number of moves, searches and sniffs in a game, by winner."),
        _("actions"),
    ),
    SurvivalMetric(
        key="survival",
        title=_("Games still going after each round"),
        definition=sentences(
            _(
                "The round in which a game stopped: by rule, or because it was resigned, abandoned "
                "or not finished."
            ),
            _("Logs with unknown positions do not count."),
        ),
        unit=_("games"),
        group_title=_("Games"),
        groups=Labels({ALL: _("All games")}),
        value=_("round"),
        splits=SPLITS,
        history=(Change(8, "2026-11-29", _("First counted.")),),
    ),
    _per_chase(
        "questions",
        _("Questions per chase"),
        (_("The number of searches and sniffs in a chase."),),
        _("questions"),
    ),
    DistributionMetric(
        key=KEY,
        title=_("Time per decision"),
        definition=sentences(
            PACE, _("Decisions are plans, moves, searches and sniffs of finished games."), TOGETHER
        ),
        unit=_("decisions"),
        group_title=_("Side"),
        groups=ROLES,
        value=_("seconds"),
        history=(Change(8, "2026-11-29", _("First counted.")),),
    ),
    DistributionMetric(
        key="bits",
        title=_("Information per question"),
        definition=sentences(
            _("The information that an answer gave the Samurai."),
            BITS,
            _("Answers that fit no plan do not count."),
            DISCOVERED,
            TOGETHER,
        ),
        unit=_("questions"),
        group_title=_("Answer"),
        groups=ANSWERS,
        value=_("bits"),
        per=TENTHS,
        history=HISTORY,
    ),
    _per_chase(
        "bits-chase",
        _("Information per chase"),
        (
            _("The information that all answers of a chase gave the Samurai together."),
            BITS,
            _("Chases with an answer that fits no plan do not count."),
        ),
        _("bits"),
        TENTHS,
    ),
    _per_chase(
        "stealth",
        _("Uncertainty at the end of a chase"),
        (
            _(
                "How well a plan was hidden: the bits of information that the Samurai still lacked "
                "about the plan and the bound type at the end of the chase, 0 if they could infer "
                "both. Rounds with a mistake do not count."
            ),
            BITS,
        ),
        _("bits"),
        TENTHS,
    ),
    OddsMetric(
        key="luck",
        title=_("Luck of the draw"),
        definition=_(
            "How often each event happened, and how often it was expected by chance: one token "
            "among those in the bag, drawn without replacement. Only games with a recorded bound "
            "type count, because that token is not in the bag."
        ),
        unit=_("trials"),
        group_title=_("Event"),
        groups=LUCK,
        seen=_("Happened"),
        history=(*HISTORY, PARTED),
    ),
    OddsMetric(
        key="uniform-plans",
        title=_("Catches and answers compared with equally likely plans"),
        definition=_(
            "How often each event happened, and how often it would be expected if all legal plans "
            "were equally likely: every plan and bound type that fits the public information. "
            "Rounds with a mistake do not count. People do not plan at random, so a difference is "
            "not luck: it shows how far real play is from this model."
        ),
        unit=_("trials"),
        group_title=_("Event"),
        groups=UNIFORM,
        seen=_("Happened"),
        model=_("if all legal plans were equally likely"),
        history=(PARTED,),
    ),
    OddsMetric(
        key="bag",
        title=_("Tokens drawn"),
        definition=_(
            "How often each type was drawn from the bag, and how often it was expected: at each "
            "draw, one token among those in the bag, drawn without replacement. Only games with a "
            "recorded bound type count, because that token is not in the bag."
        ),
        unit=_("draws with the type in the bag"),
        group_title=_("Type"),
        groups={},
        seen=_("Drawn"),
        is_open=True,
        history=HISTORY,
    ),
)
