"""Metric forms: how a metric is answered, drawn, tabulated, encoded and drilled into."""
