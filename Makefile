# Kibitz: every routine command. `make` lists them.

PYTHON ?= python3
OPT ?= 3
GAME ?= jaipur
PYTEST ?=
BENCH ?=
UPGRADE ?=

VENV := .venv
PEERS := .venv-peers
BIN := $(VENV)/bin
COMPILED := build/compiled
NATIVE := PYTHONPATH="$(CURDIR)/$(COMPILED)"
PIP := -m pip --disable-pip-version-check
# Tests differ a lot in length: a process without work takes tests from another one.
PARALLEL ?= -n auto --dist worksteal
INSTALL_PACKAGE := install --quiet --no-deps --no-build-isolation
SOURCES := $(shell find src -name '*.py' -o -name '*.css' -o -name '*.json' -o -name '*.md' -o -name '*.tmpl' -o -name py.typed)

# The tests that must cover core and kit; tracing the whole suite takes three times as long as it.
COVERING := tests/core tests/kit tests/scenarios tests/testing \
	tests/games/test_duel.py tests/games/test_leduc.py
NOT_COVERING := $(COVERING:%=--ignore=%)

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint format coverage compiled native bench bench-arena bench-build bench-client \
	bench-dronewars bench-kit bench-peers bench-planner bench-pokemon bench-search bench-spire \
	bench-strategic bench-verdicts docs lock \
	setup clean FORCE

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo '  Variables: PYTHON=python3.11  GAME=leduc  PYTEST="-k duel"  OPT=0  BENCH=--quick  UPGRADE=--upgrade'

# As a job of its own, so that Ctrl-C is for the game alone: make would end with an error after it.
run: $(VENV)/.package ## Play a game in the terminal (GAME=jaipur)
	@[ -t 0 ] && set -m; $(BIN)/python -m kibitz play $(GAME); exit $$?

test: setup ## Run the test suite, interpreted; .ci/run has the slow searches, too
	KIBITZ_EXPECT_COMPILED=0 $(BIN)/python -m pytest $(PARALLEL) -m 'not slow' $(PYTEST)

lint: setup ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: setup ## Format the code and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

coverage: setup ## Run the tests of core and kit and ask for 95 % of both
	@rm -rf build/coverage && mkdir -p build/coverage
	KIBITZ_EXPECT_COMPILED=0 $(BIN)/python -m coverage run -m pytest $(PARALLEL) $(PYTEST) $(COVERING)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report
	@for part in core kit; do \
		total=$$($(BIN)/coverage report --format=total --include="*/kibitz/$$part/*" --fail-under=95) \
			|| { echo "coverage of $$part: $$total %, 95 % wanted" >&2; exit 1; }; \
		echo "coverage of $$part: $$total %"; \
	done

native: $(COMPILED)/.O$(OPT) ## Build natively (OPT=3) into build/compiled; after an edit, what it changes

compiled: native ## Build natively, then run the same test suite on the result
	$(NATIVE) KIBITZ_EXPECT_COMPILED=1 $(BIN)/python -m pytest $(PARALLEL) $(PYTEST)

bench: native ## Measure the games and agents, interpreted and compiled
	$(BIN)/python -m benchmarks.run $(BENCH)

bench-arena: native ## Measure tournaments on one core and on two
	$(NATIVE) $(BIN)/python -m benchmarks.arena $(BENCH)

bench-build: setup ## Measure the native build: from scratch, after edits, with one game more
	$(BIN)/python -m benchmarks.build $(BENCH)

bench-client: native ## Play whole runs of Slay the Spire: a client and the host as processes
	$(NATIVE) $(BIN)/python -m benchmarks.spire_client $(BENCH)

bench-dronewars: native ## Measure Drone Wars, and how long the tactical AI takes
	$(NATIVE) $(BIN)/python -m benchmarks.dronewars $(BENCH)

bench-kit: setup ## Measure the card kit: against a game by hand, and against the kit before
	$(BIN)/python -m benchmarks.kit $(BENCH)

bench-peers: native $(PEERS)/.ready ## Measure against OpenSpiel and RLCard
	$(NATIVE) $(PEERS)/bin/python -m benchmarks.peers $(BENCH)

bench-planner: native ## Measure the planners of Slay the Spire: times, strength, potions
	$(NATIVE) $(BIN)/python -m benchmarks.planner $(BENCH)

bench-pokemon: native ## Measure the Pokémon TCG, and compare mulligans with their probability
	$(NATIVE) $(BIN)/python -m benchmarks.pokemon $(BENCH)

bench-search: native ## Measure what the options of the tree search are worth
	$(NATIVE) $(BIN)/python -m benchmarks.search $(BENCH)

bench-spire: native ## Measure Slay the Spire, and compare random fights with other simulators
	$(NATIVE) $(BIN)/python -m benchmarks.spire $(BENCH)

bench-strategic: native ## Measure how long the strategic AI of Drone Wars takes
	$(NATIVE) $(BIN)/python -m benchmarks.strategic $(BENCH)

bench-verdicts: setup ## Simulate how often intervals hold the truth, and tests are wrong
	$(BIN)/python -m benchmarks.verdicts $(BENCH)

# Zensical passes over a page that the navigation names and docs/ lacks, or the reverse.
docs: setup ## Build the documentation into build/site
	@mkdir -p build && find docs -name '*.md' | sed 's|^docs/||' | sort > build/pages
	@sed -n 's|^ *- .*: \(.*\.md\)$$|\1|p' mkdocs.yml | sort | diff - build/pages \
		|| { echo 'mkdocs.yml (<) and docs/ (>) do not name the same pages' >&2; exit 1; }
	$(BIN)/zensical build --strict --clean --config-file mkdocs.yml

setup: $(VENV)/.package $(VENV)/.dev ## Create or update .venv for development

clean: ## Remove builds and caches; the environments stay
	rm -rf build dist .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .venv\* -prune -o \( -name __pycache__ -o -name '*.egg-info' \) -prune -exec rm -rf {} +

# Environments. A stamp stands for a finished step, so that a second run costs next to nothing.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Kibitz needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)." \
			"Name another one: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt | $(VENV)/.created
	$(BIN)/python $(PIP) install --quiet --require-hashes -r $<
	@touch $@

$(VENV)/.package: pyproject.toml setup.py | $(VENV)/.run
	KIBITZ_COMPILE=0 $(BIN)/python $(PIP) $(INSTALL_PACKAGE) --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.run
	$(BIN)/python $(PIP) install --quiet --require-hashes -r $<
	@touch $@

$(PEERS)/.ready: requirements/peers.txt | $(VENV)/.created
	$(BIN)/python -m venv $(PEERS)
	$(PEERS)/bin/python $(PIP) install --quiet --require-hashes -r $<
	@touch $@

# The native build stays out of src/: extension modules there would win over every later edit. It
# takes the place of the last one when it is finished. A deleted module changes the list of sources.

$(COMPILED)/.O$(OPT): $(SOURCES) build/sources $(wildcard native_build/*.py) pyproject.toml setup.py \
		$(VENV)/.dev
	@rm -rf $(COMPILED).part
	KIBITZ_COMPILE=1 KIBITZ_OPT=$(OPT) $(BIN)/python setup.py --quiet build --build-lib $(COMPILED).part
	@$(BIN)/python setup.py --quiet dist_info --output-dir $(COMPILED).part
	@PYTHONPATH=$(COMPILED).part $(BIN)/python -c 'import kibitz; assert kibitz.COMPILED, kibitz.__file__'
	@rm -rf $(COMPILED) && mv $(COMPILED).part $(COMPILED)
	@touch $@

build/sources: FORCE
	@mkdir -p build && printf '%s\n' $(sort $(SOURCES)) > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Locks: hashes, and no address of any index. Pins are kept unless UPGRADE=--upgrade.

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-header $(UPGRADE)

lock: setup ## Remake requirements/*.txt from pyproject.toml
	$(LOCK) pyproject.toml --group build --output-file requirements/run.txt
	$(LOCK) pyproject.toml --group build --extra dev --constraint requirements/run.txt \
		--output-file requirements/dev.txt
	$(LOCK) pyproject.toml --extra analysis --extra ray --extra tune --constraint requirements/dev.txt \
		--output-file requirements/extras.txt
	$(LOCK) pyproject.toml --group peers --constraint requirements/dev.txt \
		--output-file requirements/peers.txt
	@! grep -nE '://|^ *--(extra-)?index|^ *--find-links' requirements/*.txt
