"""The data dictionary says what the pages say."""

import re
from pathlib import Path

import pytest

from analytics.insight import definitions
from games.goryo.facts import LAYERS
from games.registry import KINDS

TEXT = re.sub(r"\s*\n>?\s*", " ", Path("docs/data-dictionary.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["INCLUSION", "WIN_RATE", "WAY_OF_WINNING", "SPACES", "ROUNDING"])
def test_definitions_are_repeated_word_for_word(name):
    assert getattr(definitions, name) in TEXT


def test_every_layer_of_the_facts_is_defined_and_in_the_dictionary():
    assert tuple(definitions.LAYERS) == LAYERS
    for layer, (title, meaning) in definitions.LAYERS.items():
        assert f"`{layer}` | {title}: {meaning}" in TEXT


def test_every_way_of_ending_is_named():
    assert all(f"`{reason}`" in TEXT for reason in KINDS["goryo"].reasons)
