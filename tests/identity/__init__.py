"""Tests of which uploads are the same game, written from the specification alone.

Black box: logs go in through `POST` and `PUT` of the public API, and only what the API and the
pages return is compared. No test here imports the code that compares or merges games. Section
numbers in names and docstrings are those of the specification of identity.

| module | what it covers |
|---|---|
| `test_vectors.py` | the 35 published cases in `vectors.json.gz` |
| `test_inputs.py` | the reported inputs T36 to T43 in `inputs/` |
| `test_partial_pairs.py` | random games as pairs of partial records: merged, or in conflict |
| `test_twins.py` | two sites that differ only in hidden information give equal answers |
| `test_order.py` | file order, batches, and the order of ratings |
| `test_sections_*.py` | one test for each numbered section that the cases do not reach |

`driver.py` sends and reads, `samples.py` has logs, and `generate.py` makes random games, partial
records and conflicts. A normal run uses some tens of random games, `TEST_DEEP=1` a thousand
(`tests/support/deep.py`).
"""
