"""`/api/v1/stats/<kind>/cards/`: win rates by when a card was in hand."""

from collections.abc import Iterator
from typing import Annotated, Any

from rest_framework.request import Request

from analytics.forms.base import Link
from analytics.forms.rate.answer import RateGroup
from analytics.insight.bodies import (
    Answer,
    PeopleField,
    Rate,
    Tally,
    answer_fields,
    people_body,
    rate_body,
    tally_body,
)
from analytics.reads.cards import CardRow, CardsAnswer, ask_cards
from analytics.requests.stats import StatsRequest
from games.core.metrics import DRAWN, EVER, NEVER_SEEN, OPENING
from replays.rest.body import Body, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import CSV, endpoint

from .views import FILTERS, StatsView

TIMES = (OPENING, DRAWN, EVER, NEVER_SEEN)


class CardRate(Body):
    """The win rate of a card's owner."""

    rate: Rate
    people: PeopleField
    games_url: Url


class CardDifference(Body):
    """A difference of two win rates with its 95 % interval."""

    value: float | None
    low: float | None
    high: float | None


class Card(Body):
    """A card."""

    key: str
    label: str
    opening: Annotated[CardRate | None, doc("In the opening hand. Null: no games.")]
    drawn: Annotated[CardRate | None, doc("First drawn later.")]
    ever: Annotated[CardRate | None, doc("In hand at any time.")]
    never: Annotated[CardRate | None, doc("Never in hand.")]
    ever_minus_never: Annotated[CardDifference, doc("Not the effect of the card: see definition.")]
    drawn_minus_not: Annotated[
        CardDifference,
        doc("Drawn minus not drawn, of games that reached the same turns without it; pooled."),
    ]
    n_drawn: Annotated[int, doc("Games with it drawn later, in turns that can be compared.")]
    q: Annotated[
        float | None,
        doc("Benjamini–Hochberg q-value of drawn_minus_not over all cards. Null: not tested."),
    ]


class Cards(Answer):
    """Win rates by card."""

    unit: str
    games: Tally
    strata: Annotated[list[str], doc("The turns that are compared.")]
    cards: Annotated[list[Card], doc("Empty for games selected by their result.")]


def cards_body(answer: CardsAnswer, link: Link) -> Cards:
    """Return win rates by card as JSON."""
    metric = answer.metric
    fields = {"kind": answer.kind, "metric": metric.key}
    return Cards(
        **answer_fields(answer.basis, metric.definition, answer.filters, **fields),
        unit=metric.unit,
        games=tally_body(answer.tally),
        strata=list(metric.strata.values()),
        cards=[_card(row, link) for row in answer.rows],
    )


def _card(row: CardRow, link: Link) -> Card:
    rates = {when: _rate(group, link) for when, group in row.rates.items()}
    return Card(
        row.key,
        row.label,
        opening=rates.get(OPENING),
        drawn=rates.get(DRAWN),
        ever=rates.get(EVER),
        never=rates.get(NEVER_SEEN),
        ever_minus_never=CardDifference(*row.difference),
        drawn_minus_not=CardDifference(*row.drawn),
        n_drawn=row.n,
        q=row.q,
    )


def _rate(group: RateGroup, link: Link) -> CardRate:
    people = people_body(group.people.get(""), group.rate)
    return CardRate(rate_body(group.rate), people, link(group.source.games_address()))


def card_rows(answer: CardsAnswer) -> Iterator[dict[str, Any]]:
    """Yield the rows of the CSV file."""
    for row in answer.rows:
        rates = {when: row.rates.get(when) for when in TIMES}
        counts = {f"{when}_{name}": getattr(group.rate, name) if group else 0
                  for when, group in rates.items() for name in ("k", "n")}  # fmt: skip
        differences = {"ever_minus_never": row.difference, "drawn_minus_not": row.drawn}
        bounds = {
            name + end: value
            for name, compared in differences.items()
            for end, value in zip(("", "_low", "_high"), compared, strict=True)
        }
        yield {
            "card": row.key,
            "label": row.label,
            **counts,
            **bounds,
            "n_drawn": row.n,
            "q": row.q,
        }


class CardsView(StatsView):
    """Win rates by card."""

    @endpoint("stats_cards", Cards, *FILTERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the win rate of a card's owner by when the card was in hand. Of games that have
        such cards: Shadows in Kyoto.
        """
        return self.json(_cards, cards_body)


class CardsCsvView(StatsView):
    """Win rates by card, as a table."""

    @endpoint("stats_cards_csv", CSV, *FILTERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each card."""
        return self.csv(_cards, card_rows, "cards")


def _cards(stats: StatsRequest) -> CardsAnswer:
    answer = ask_cards(stats.kind.slug, stats.filters)
    if answer is None:
        raise ApiError(404, "no_cards", f"{stats.kind.title} has no cards in hand.")
    return answer
