"""Text logs offered on the upload page for each game and mode: a template to be filled in, and an
example.
"""

import random
from functools import cache
from typing import NamedTuple

from games.registry import KINDS, judge, simulate, write_template, write_text


class TemplateKey(NamedTuple):
    """A ruleset of a game, and the edition and mode that it stands for."""

    slug: str
    ruleset: str
    edition: str
    mode: str

    @property
    def name(self) -> str:
        """The value of `?template=`."""
        return f"{self.slug}-{self.ruleset}"


@cache
def template_keys() -> tuple[TemplateKey, ...]:
    """Return the first ruleset of each edition and mode of each game."""
    keys: dict[tuple[str, str, str], TemplateKey] = {}
    for slug, kind in KINDS.items():
        identity = kind.identity
        for ruleset in identity.rulesets:
            judged = next(judge(write_template(slug, ruleset).encode()))
            if judged.replay is not None:
                setup = judged.replay.record.setup
                key = TemplateKey(
                    slug, ruleset, identity.edition_of(setup), identity.mode_of(setup)
                )
                keys.setdefault((slug, key.edition, key.mode), key)
    return tuple(keys.values())


def template_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for each game its title, and the name and label of each template."""
    return [
        (
            kind.title,
            [
                (key.name, kind.identity.rules_text(key.edition, key.mode))
                for key in template_keys()
                if key.slug == slug
            ],
        )
        for slug, kind in KINDS.items()
    ]


def template_text(name: str) -> str | None:
    """Return the template `goryo-2024`, or `goryo` for the default ruleset; None if there is no
    such template.
    """
    slug, _, ruleset = name.partition("-")
    kind = KINDS.get(slug)
    ruleset = ruleset or (kind.identity.default_ruleset if kind else "")
    if kind is None or ruleset not in kind.identity.rulesets:
        return None
    return write_template(slug, ruleset)


def example_text(name: str) -> str | None:
    """Return a bot game for the template of this name; None if there is no such template."""
    slug, _, ruleset = name.partition("-")
    if template_text(name) is None:
        return None
    return _example(slug, ruleset or KINDS[slug].identity.default_ruleset)


@cache
def _example(slug: str, ruleset: str) -> str:
    """Return a bot game, always the same one."""
    chance = random.Random(f"{slug}-{ruleset}")  # noqa: S311 - a game, not a secret
    return write_text(simulate(slug, ruleset, "example", chance))
