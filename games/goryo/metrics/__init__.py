"""The metrics of Goryō, which `facts` fills; `docs/data-dictionary.md` repeats the definitions."""

from games.core.metrics import Metric
from games.goryo.metrics import play, wins
from games.goryo.metrics.spaces import ROUTES, SPACES

METRICS: tuple[Metric, ...] = (*wins.METRICS, *play.METRICS, SPACES, ROUTES)
