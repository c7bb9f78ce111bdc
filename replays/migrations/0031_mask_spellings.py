"""Hide names in stored event tags and boards again: other spellings are found now."""

from typing import Any

from django.db import migrations

from replays.intake.event_tags import tag_fields
from replays.text.masks import mask_of_log, masked, masked_board

BOARD_TEXTS = (("board_id", 200), ("name", 200), ("provenance", 40))


def mask_again(apps: Any, _schema_editor: Any) -> None:
    """Write the event tag and the board of each game with a hidden name again."""
    game_model, tag_model, board_model = (
        apps.get_model("replays", name) for name in ("Game", "EventTag", "Board")
    )
    hiding = game_model.objects.filter(hidden_seats__gt=0).order_by("pk")
    for game in hiding.only("pk", "canonical", "hidden_seats", "board_digest").iterator(100):
        tag_model.objects.filter(game_id=game.pk).delete()
        if fields := tag_fields(game.canonical, game.hidden_seats):
            tag_model.objects.create(game_id=game.pk, **fields)
        bits = game.hidden_seats
        mask = mask_of_log(game.canonical, [n for n in range(bits.bit_length()) if bits >> n & 1])
        boards = board_model.objects.filter(digest=game.board_digest).exclude(provenance="house")
        for board in boards:
            texts = {name: masked(getattr(board, name), mask)[:most] for name, most in BOARD_TEXTS}
            data = masked_board(board.data, mask)
            if data != board.data or any(getattr(board, name) != texts[name] for name in texts):
                boards.update(data=data, is_masked=True, **texts)


class Migration(migrations.Migration):
    dependencies = [("replays", "0030_removed_entries")]

    operations = [migrations.RunPython(mask_again, migrations.RunPython.noop, elidable=True)]
