"""Bodies of the API of shared reviews."""

from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from .body import Body, Json, Url, doc

View = Annotated[str, doc("A view that is open to everyone.")]
Belief = Annotated[str, doc("The prior of the possible positions that are shown. Empty: none.")]
Shapes = Annotated[list[Json], doc("Circles and arrows, as those of notes.")]


class ReviewState(Body):
    """What the leader shows: the data of an event `state`."""

    version: Annotated[int, doc("It grows by one with each change by a leader.")]
    lead: Annotated[int, doc("It grows by one when another person takes the lead.")]
    offered: Annotated[bool, doc("Whether anyone who follows may take the lead.")]
    step: int
    view: View
    belief: Belief
    shapes: Shapes
    n_followers: Annotated[
        int, doc("Open pages and event streams, without that of the leader's page.")
    ]


class Review(ReviewState, kw_only=True):
    """A shared review of a game."""

    id: str
    url: Url
    api: Url
    game: Url


class NewReview(Review, kw_only=True):
    """A review and the key of its leader."""

    edit_key: Annotated[str, doc("The leader's key. Store it: it is sent only once.")]


class BeginReview(Body):
    """Start a review: what the leader shows first."""

    step: int | UnsetType = UNSET
    view: Annotated[str | UnsetType, doc("A view that is open to everyone.")] = field(
        name="as", default=UNSET
    )
    belief: str | UnsetType = UNSET
    shapes: list[Any] | UnsetType = UNSET


class ShowStep(Body):
    """Show a step to all followers."""

    version: Annotated[int, doc("The `version` of the review that the change builds on.")]
    step: int
    view: View = field(name="as")
    belief: Belief | UnsetType = UNSET
    shapes: list[Any] | UnsetType = UNSET


class OfferLead(Body):
    """Offer the lead, or keep it."""

    offered: bool
