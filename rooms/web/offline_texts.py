"""Texts of the script of the page that records without a connection."""

from django.utils.translation import gettext


def page_texts() -> dict[str, str]:
    """Return the texts in the reader's language. `{n}` and the like are filled in by the script."""
    return {
        "absent": gettext("The rules are not on this phone yet."),
        "downloading": gettext("Downloading the rules …"),
        "starting": gettext("Starting the rules on this phone. This can take half a minute."),
        "ready": gettext("The rules are on this phone. You can record offline."),
        "failed": gettext(
            "The rules could not be stored on this phone. Check the connection and try again."
        ),
        "broken": gettext(
            "The rules did not start on this phone. Your games are stored. Reload this page."
        ),
        "noStorage": gettext("This browser stores nothing, so games can't be recorded here."),
        "steps": gettext("{n} steps"),
        "open": gettext("not finished"),
        "over": gettext("finished"),
        "waiting": gettext("waiting for a connection"),
        "sent": gettext("sent"),
        "refused": gettext("The site refused this game: {message}"),
        "atStep": gettext("Step {n}."),
        "possible": gettext("Possible: {legal}."),
        "confirm": gettext("Delete this game from this phone? Tap again to delete it."),
        "otherTab": gettext(
            "This game was changed in another window of this phone. This is its newest state."
        ),
        "noCopy": gettext("There is no copy of this table on this phone."),
        "noStep": gettext("no step"),
        "conflictGame": gettext("Another device sent this game with other steps."),
        "conflictTable": gettext("This table was continued with a connection meanwhile."),
        "sameSteps": gettext(
            "The steps that everyone may see are the same. They differ in secrets or notes."
        ),
        "notRead": gettext("The site is still reading that game. Try again in a moment."),
        "gone": gettext("This table is closed or deleted. Save your steps as a separate game."),
        "oldRules": gettext(
            "The rules on this phone refuse this game: {message} Export it, or send it."
        ),
    }
