"""CITATION.cff follows the Citation File Format 1.2.0 and names this release."""

import tomllib
from datetime import date
from pathlib import Path

import yaml

REQUIRED = {"cff-version", "message", "title", "authors"}
OPTIONAL = {"abstract", "type", "version", "date-released", "license", "keywords"}
ENTITY = {"name", "website", "email", "alias"}
"""The keys of an author that is not a person."""


def test_the_citation_file_is_valid() -> None:
    cited = yaml.safe_load(Path("CITATION.cff").read_text(encoding="utf-8"))
    assert cited.keys() >= REQUIRED
    assert cited.keys() <= REQUIRED | OPTIONAL
    assert cited["cff-version"] == "1.2.0"
    assert cited["type"] == "software"
    assert cited["authors"]
    assert all("name" in author and author.keys() <= ENTITY for author in cited["authors"])
    assert len(set(cited["keywords"])) == len(cited["keywords"]) > 0
    assert date.fromisoformat(cited["date-released"])
    texts = [cited[key] for key in ("message", "title", "abstract", "version", "license")]
    assert all(isinstance(text, str) and text for text in texts)


def test_it_names_the_version_and_the_licence_of_the_project() -> None:
    cited = yaml.safe_load(Path("CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (cited["version"], cited["license"]) == (project["version"], project["license"])
