"""What statistics may be asked of Goryō, beside who wins: the metrics that `facts` fills.

`docs/data-dictionary.md` repeats the definitions.
"""

from games.core.metrics import Metric
from games.goryo.metrics import luck, play, spaces, wins
from games.goryo.metrics.spaces import LAYERS, SPACES, WAYS, grid, place

METRICS: tuple[Metric, ...] = (*wins.METRICS, *play.METRICS, *luck.METRICS, SPACES, WAYS)

__all__ = ["LAYERS", "METRICS", "SPACES", "WAYS", "grid", "place", "spaces"]
