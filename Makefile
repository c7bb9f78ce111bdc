# What people, pre-commit and .ci/run all call. Plain `make` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.ONESHELL:

PY := .venv/bin/python
MANAGE := $(PY) manage.py
STAMP := .venv/.installed
# Tests, checks and benchmarks need more than the site. `make demo` installs only what the site runs on.
DEV_STAMP := .venv/.installed-dev
PYTEST := $(PY) -m pytest
PYTEST_ARGS ?=
PORT ?= 8000
LIST_INDEX := --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header --strip-extras --quiet

.PHONY: help
help: ## List these targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /\1\t/' | expand -t 16

# --- environment -----------------------------------------------------------------------------------------------------

$(STAMP): requirements.txt scripts/environment.sh
	@bash scripts/environment.sh requirements.txt
	touch $@

$(DEV_STAMP): requirements-dev.txt $(STAMP)
	@bash scripts/environment.sh requirements-dev.txt
	touch $@

.PHONY: setup
setup: $(DEV_STAMP) ## Make .venv with all that is needed (quick when it is up to date)

.PHONY: lock
lock: $(DEV_STAMP) ## Pin requirements.in and requirements-dev.in anew
	$(PY) -m piptools compile $(LIST_INDEX) --output-file requirements.txt requirements.in
	$(PY) -m piptools compile $(LIST_INDEX) --output-file requirements-dev.txt requirements-dev.in

# --- running ---------------------------------------------------------------------------------------------------------

.PHONY: demo
demo: $(STAMP) ## The whole site with sample games, a worker and a broker of its own: http://127.0.0.1:8000/
	@exec $(MANAGE) demo --port $(PORT)

.PHONY: run
run: $(STAMP) ## The site for development, reloading (with `make worker` beside it)
	@export DEBUG=1
	$(MANAGE) migrate --verbosity 0
	exec $(MANAGE) runserver $(PORT)

.PHONY: worker
worker: $(STAMP) ## A Celery worker with the beat, and the embedded broker if there is no other
	@exec $(MANAGE) worker

.PHONY: messages
messages: $(STAMP) ## Bring the catalogues of translations up to date with the sources, and compile them
	@$(MANAGE) messages

# --- tests -----------------------------------------------------------------------------------------------------------

.PHONY: test
test: $(DEV_STAMP) ## All tests once: on PostgreSQL + Redis if they answer, else on SQLite; browser tests if Chromium is found
	@exec bash scripts/test-lanes.sh $(PYTEST_ARGS)

.PHONY: test-deep
test-deep: $(DEV_STAMP) ## Hours: all deep tests with large numbers, of which `make test` runs a rotating tenth (TEST_TENTH=0 … 9)
	@export TEST_DEEP=1 GORYO_GAMES=$${GORYO_GAMES:-500} GORINTO_GAMES=$${GORINTO_GAMES:-10000}
	export GORINTO_MUTANTS=$${GORINTO_MUTANTS:-10000} KYOTO_GAMES=$${KYOTO_GAMES:-1000}
	export BRANCH_GAMES=$${BRANCH_GAMES:-50} BRANCH_HTTP=$${BRANCH_HTTP:-5} BRANCH_EVERY=1
	export RECOUNTED_GAMES=$${RECOUNTED_GAMES:-10000}
	bash scripts/test-lanes.sh $(PYTEST_ARGS)
	$(PY) -m tests.storm --games 1000 --kills 20

.PHONY: test-fast
test-fast: $(DEV_STAMP) ## Tests on SQLite without browser and without what takes long
	@$(PYTEST) -q -n auto -m "not slow and not browser and not embedded and not redis and not postgres" $(PYTEST_ARGS)

.PHONY: cases
cases: $(DEV_STAMP) ## The numbered rule cases
	@$(PYTEST) -q tests/cases $(PYTEST_ARGS)

.PHONY: golden
golden: $(DEV_STAMP) ## Write the golden files of tests/golden anew, for a person to read the difference
	@UPDATE_GOLDEN=1 $(PYTEST) -q tests/golden $(PYTEST_ARGS)
	git --no-pager diff --stat -- tests/golden

.PHONY: perft
perft: $(DEV_STAMP) ## Count legal moves to a depth, against the recorded counts
	@$(PYTEST) -q tests/perft $(PYTEST_ARGS)

.PHONY: e2e
e2e: $(DEV_STAMP) ## The browser tests alone
	@$(PYTEST) -q -n auto -m browser tests/e2e $(PYTEST_ARGS)

.PHONY: storm
storm: $(DEV_STAMP) ## 1,000 games, 3 workers killed 20 times, games hidden, deleted, counted anew meanwhile (PostgreSQL, Redis): a recount agrees
	@exec $(PY) -m tests.storm --games 1000 --kills 20

.PHONY: coverage
coverage: $(DEV_STAMP) ## Tests on SQLite with branch coverage
	@$(PYTEST) -q -n auto -m "not browser and not embedded and not redis and not postgres" --cov --cov-report=term:skip-covered $(PYTEST_ARGS)

.PHONY: bench
bench: $(DEV_STAMP) ## Benchmarks, a line `NAME VALUE` a figure (LOGS="…" measures those logs)
	@exec $(PY) -m tests.benchmarks $(LOGS)

.PHONY: intervals
intervals: $(DEV_STAMP) ## How often 95 % intervals hold the truth, by simulation, and the worst cell
	@exec $(PY) -m tests.benchmarks.intervals

.PHONY: recounted
recounted: $(DEV_STAMP) ## Every number of the statistics of 10,000 simulated games against a count with pandas
	@RECOUNTED_GAMES=10000 $(PYTEST) -q tests/unit/analytics/test_recounted.py $(PYTEST_ARGS)

# --- checks ----------------------------------------------------------------------------------------------------------

.PHONY: check
check: format-check lint types imports ## Everything a change must pass besides tests

.PHONY: format-check
format-check: $(DEV_STAMP) ## Is the code formatted?
	@$(PY) -m ruff format --check --quiet --diff .

.PHONY: lint
lint: $(DEV_STAMP) ## ruff
	@$(PY) -m ruff check --quiet .

.PHONY: types
types: $(DEV_STAMP) ## mypy: strict in games/, typed signatures elsewhere
	@$(PY) -m mypy

.PHONY: imports
imports: $(DEV_STAMP) ## import-linter: who may import what
	@.venv/bin/lint-imports --no-cache

.PHONY: fix
fix: $(DEV_STAMP) ## Format the code and mend what ruff can mend
	@$(PY) -m ruff check --quiet --fix . || true
	$(PY) -m ruff format .

.PHONY: clean
clean: ## Remove what can be made again (never var/, which holds your database)
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage htmlcov var/static
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
