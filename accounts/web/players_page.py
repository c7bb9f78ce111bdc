"""`/account/games/<id>/players/`: the players of a game; `/account/invitations/<secret>/`."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.models import Invitation
from accounts.services import invitations
from games.registry import get_kind
from replays.access.costs import TooOften, count
from replays.access.throttles import WriteThrottle
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.reads.own_games import is_own
from replays.reads.players import is_revealed, linked_players, own_roles, roles_of
from replays.requests.http import game_or_404
from replays.services import Refusal, agree_to_reveal, leave_games, unlink_seat


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the players of a game to its owner and players, or perform the action of a form."""
    game, viewer = game_or_404(request, public_id), viewer_of(request)
    if not is_own(game, viewer) and not own_roles(game, viewer):
        raise Http404
    if request.method != "POST":
        return _page(request, game)
    try:
        count(request, WriteThrottle())
        return _act(request, game)
    except Refusal as error:
        return _page(request, game, problem=error.translated(), status=error.status)
    except TooOften as error:
        response = _page(request, game, problem=str(error), status=429)
        response["Retry-After"] = str(error.wait)
        return response


@sensitive_variables("secret")
def _act(request: HttpRequest, game: Game) -> HttpResponse:
    viewer, role = viewer_of(request), request.POST.get("role", "")
    match request.POST.get("action"):
        case "invite":
            email = request.POST.get("email", "").strip()
            if email and not request.user.is_authenticated:
                message = gettext("Sign in to send invitations by e-mail, or send the link.")
                return _page(request, game, problem=message, status=403)
            sender: Any = request.user if email else None
            _, secret = invitations.invite(viewer, game, role, email, sender)
            path = reverse("account-invitation", args=[secret])
            url = request.build_absolute_uri(path)
            if email and not invitations.send_invitation(email, url, get_kind(game.kind).title):
                problem = gettext("The e-mail could not be sent. Send the link yourself.")
                return _page(request, game, link=url, problem=problem)
            return _page(request, game, link=url, sent_to=email)
        case "revoke":
            invitations.revoke(viewer, game, role)
        case "remove":
            unlink_seat(viewer, game, role)
        case "take" if request.user.is_authenticated:
            user: Any = request.user
            invitations.take_seat(user, viewer, game, role)
        case "leave":
            leave_games(viewer.keys, [game.public_id])
            return HttpResponseRedirect(f"{reverse('my-games')}?show=played")
        case "reveal" | "hide" as action:
            agree_to_reveal(viewer, game, agrees=action == "reveal")
        case _:
            message = gettext("The form was incomplete. Try again.")
            return _page(request, game, problem=message, status=400)
    return HttpResponseRedirect(reverse("game-players", args=[game.public_id]))


def _page(
    request: HttpRequest, game: Game, *, status: int = 200, **context: object
) -> HttpResponse:
    viewer, links = viewer_of(request), linked_players(game)
    names = get_kind(game.kind).identity.roles
    own = own_roles(game, viewer)
    owns = is_own(game, viewer)
    invited = Invitation.objects.open().filter(game=game, owner__in=viewer.keys) if owns else ()
    by_role = {invitation.role: invitation for invitation in invited}
    context |= {
        "game": game,
        "kind": get_kind(game.kind),
        "is_owner": owns,
        "is_player": bool(own),
        "seats": [
            {
                "role": role,
                "name": str(names.get(role, role)),
                "link": links.get(role),
                "is_own": role in own,
                "agrees": role in links and links[role].agreed_at_revision == game.revision,
                "invitation": by_role.get(role),
            }
            for role in roles_of(game)
        ],
        "agrees": any(links[role].agreed_at_revision == game.revision for role in own),
        "is_revealed": not game.is_finished and is_revealed(game),
        "days": invitations.LIFETIME.days,
    }
    response = render(request, "accounts/players.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation to the user, or accept it."""
    user: Any = request.user
    try:
        if request.method == "POST":
            count(request, WriteThrottle())
            link = invitations.accept(user, secret)
            return HttpResponseRedirect(link.game.get_absolute_url())
        found = invitations.find_invitation(user, secret)
    except Refusal as error:
        context = {"problem": error.translated()}
        return render(request, "accounts/invitation.html", context, status=error.status)
    except TooOften as error:
        context = {"problem": str(error)}
        response = render(request, "accounts/invitation.html", context, status=429)
        response["Retry-After"] = str(error.wait)
        return response
    kind = get_kind(found.game.kind)
    role = str(kind.identity.roles.get(found.role, found.role))
    shown = {"kind": kind, "role": role, "until": found.expires_at}
    return render(request, "accounts/invitation.html", shown)
