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
LIST_INDEX := --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header --strip-extras \
  --generate-hashes --allow-unsafe --quiet

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
setup: $(DEV_STAMP) pyodide ## Create or update .venv, and the files to record offline; compile the rules in the background, unless KIFU_COMPILED=0
	@if [ "$${KIFU_COMPILED:-1}" = 1 ] && command -v cc >/dev/null; then
		mkdir -p var
		nohup nice -n 19 $(PY) scripts/compile_games.py >var/compile.log 2>&1 &
	fi

.PHONY: pyodide
pyodide: ## Install the Python interpreter for browsers into var/pyodide (needs npm; docs/adr/0029)
	@bash scripts/pyodide.sh

.PHONY: compiled
compiled: $(DEV_STAMP) ## Compile the rules into var/compiled, which the site uses; needs a C compiler
	@exec $(PY) scripts/compile_games.py

.PHONY: test-compiled
test-compiled: compiled ## The tests of rules, facts, views and hidden information with the compiled rules
	@export KIFU_COMPILED=1
	$(PY) -c 'import goryo_site, games.goryo.rules.legality as rules; assert rules.__file__.endswith(".so"), rules'
	# Rules are changed by tests only in the Python form, where a function can be replaced.
	$(PYTEST) -q -m "not browser and not embedded" tests/cases tests/golden tests/perft tests/brute tests/properties \
	  --ignore tests/brute/test_kyoto_mutants.py tests/unit/games \
	  tests/unit/site/test_compiled.py tests/faults/test_leaks.py tests/unit/visibility $(PYTEST_ARGS)

.PHONY: lock
lock: $(DEV_STAMP) ## Pin requirements.in and requirements-dev.in again
	$(PY) -m piptools compile $(LIST_INDEX) --output-file requirements.txt requirements.in
	$(PY) -m piptools compile $(LIST_INDEX) --output-file requirements-dev.txt requirements-dev.in

# --- running ---------------------------------------------------------------------------------------------------------

.PHONY: demo
demo: $(STAMP) ## The whole site with sample games, workers and an embedded broker: http://127.0.0.1:8000/
	@bash scripts/pyodide.sh || echo "Games can't be recorded without a connection."
	exec $(MANAGE) demo --port $(PORT)

.PHONY: run
run: $(STAMP) ## The development server (run `make worker` in a second terminal)
	@export DEBUG=1
	$(MANAGE) migrate --verbosity 0
	exec $(MANAGE) runserver $(PORT)

.PHONY: worker
worker: $(STAMP) ## Celery workers with beat, and the embedded broker if none is configured
	@exec $(MANAGE) worker

.PHONY: editor
editor: ## Bundle CodeMirror again from scripts/editor (needs node and npm); the result is committed
	@cd scripts/editor
	npm ci --ignore-scripts --no-fund --no-audit
	node build.mjs

.PHONY: pictures
pictures: $(DEV_STAMP) ## Take the pictures of README.md again from a running demo (PORT)
	@PORT=$(PORT) $(PY) scripts/pictures.py

.PHONY: messages
messages: $(STAMP) ## Update the translation catalogues from the sources, and compile them
	@$(MANAGE) messages

# --- packages --------------------------------------------------------------------------------------------------------

.PHONY: packages
packages: $(DEV_STAMP) ## Build the wheels of the engine (kifu-games) and of the Python client (kifu-house) into var/packages
	@rm -rf var/packages
	for folder in packages/kifu-games clients/python; do
	  $(PY) -m build --wheel --no-isolation --outdir var/packages $$folder
	done

# --- tests -----------------------------------------------------------------------------------------------------------

.PHONY: test
test: $(DEV_STAMP) ## All tests once: on PostgreSQL + Redis if they answer, else on SQLite; browser tests if Chromium is found
	@exec bash scripts/test-lanes.sh $(PYTEST_ARGS)

.PHONY: test-deep
test-deep: $(DEV_STAMP) ## All deep tests, for hours; `make test` runs a rotating tenth of them (TEST_TENTH=0 … 9)
	@export TEST_DEEP=1 GORYO_GAMES=$${GORYO_GAMES:-500} GORINTO_GAMES=$${GORINTO_GAMES:-10000}
	export GORINTO_MUTANTS=$${GORINTO_MUTANTS:-10000} KYOTO_GAMES=$${KYOTO_GAMES:-1000}
	export BRANCH_GAMES=$${BRANCH_GAMES:-50} BRANCH_HTTP=$${BRANCH_HTTP:-5} BRANCH_EVERY=1
	export RECOUNTED_GAMES=$${RECOUNTED_GAMES:-10000} RECOUNTED_TABLES=$${RECOUNTED_TABLES:-2000}
	bash scripts/test-lanes.sh $(PYTEST_ARGS)
	$(PY) -m tests.storm --games 1000 --kills 20

.PHONY: test-fast
test-fast: $(DEV_STAMP) ## Tests on SQLite, without browser tests and slow tests
	@$(PYTEST) -q -n auto -m "not slow and not browser and not embedded and not redis and not postgres" $(PYTEST_ARGS)

.PHONY: cases
cases: $(DEV_STAMP) ## The numbered rule cases
	@$(PYTEST) -q tests/cases $(PYTEST_ARGS)

.PHONY: golden
golden: $(DEV_STAMP) ## Rewrite the golden files of tests/golden, and show what changed
	@UPDATE_GOLDEN=1 $(PYTEST) -q tests/golden $(PYTEST_ARGS)
	git --no-pager diff --stat -- tests/golden

.PHONY: perft
perft: $(DEV_STAMP) ## Compare the number of legal moves to a depth with the recorded counts
	@$(PYTEST) -q tests/perft $(PYTEST_ARGS)

.PHONY: e2e
e2e: $(DEV_STAMP) ## The browser tests
	@$(PYTEST) -q -n auto -m browser tests/e2e $(PYTEST_ARGS)

.PHONY: visual
visual: $(DEV_STAMP) ## Rewrite the reference pictures of tests/e2e/visual that changed: look at them before you commit
	@UPDATE_VISUAL=1 $(PYTEST) -q -m browser tests/e2e/test_visual.py $(PYTEST_ARGS)
	git --no-pager diff --stat -- tests/e2e/visual

.PHONY: storm
storm: $(DEV_STAMP) ## 1,000 games while workers are killed 20 times and games are hidden, deleted and recounted (PostgreSQL, Redis)
	@exec $(PY) -m tests.storm --games 1000 --kills 20

.PHONY: coverage
coverage: $(DEV_STAMP) ## Tests on SQLite with branch coverage
	@$(PYTEST) -q -n auto -m "not browser and not embedded and not redis and not postgres" --cov --cov-report=term:skip-covered $(PYTEST_ARGS)

.PHONY: bench
bench: $(DEV_STAMP) ## Benchmarks: one line `NAME VALUE` per figure (LOGS="…" measures those logs)
	@exec $(PY) -m tests.benchmarks $(LOGS)

.PHONY: intervals
intervals: $(DEV_STAMP) ## Coverage of the 95 % intervals by simulation, and the worst cell
	@exec $(PY) -m tests.benchmarks.intervals

.PHONY: recounted
recounted: $(DEV_STAMP) ## Compare every statistic of 10,000 simulated games, and tables of 2,000 of each kind, with independent counts
	@TEST_DEEP=1 RECOUNTED_GAMES=10000 RECOUNTED_TABLES=2000 $(PYTEST) -q tests/unit/analytics/test_recounted.py \
	  tests/unit/analytics/test_recounted_tables.py $(PYTEST_ARGS)

# --- checks ----------------------------------------------------------------------------------------------------------

.PHONY: check
check: format-check lint types imports ## All checks except tests

.PHONY: format-check
format-check: $(DEV_STAMP) ## Check the format of the code
	@$(PY) -m ruff format --check --quiet --diff .

.PHONY: lint
lint: $(DEV_STAMP) ## ruff
	@$(PY) -m ruff check --quiet .

.PHONY: types
types: $(DEV_STAMP) ## mypy: strict in games/, typed signatures elsewhere
	@$(PY) -m mypy

.PHONY: imports
imports: $(DEV_STAMP) ## import-linter: the import contracts
	@.venv/bin/lint-imports --no-cache

.PHONY: fix
fix: $(DEV_STAMP) ## Format the code, and apply ruff's fixes
	@$(PY) -m ruff check --quiet --fix . || true
	$(PY) -m ruff format .

.PHONY: clean
clean: ## Remove generated files (never var/, which holds your database)
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage htmlcov var/static
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
