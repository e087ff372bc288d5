# Kibitz: every routine command. `make` lists them.

PYTHON ?= python3
OPT ?= 3
GAME ?= jaipur
SERVE ?=
PYTEST ?=
WHAT ?= run
WITH ?=
BENCH ?=
PICTURES ?=
UPGRADE ?=

VENV := .venv
PEERS := .venv-peers
BIN := $(VENV)/bin
COMPILED := build/compiled
NATIVE := PYTHONPATH="$(CURDIR)/$(COMPILED)"
TRACE := KIBITZ_EXPECT_COMPILED=0 $(BIN)/python -m coverage run
PIP := -m pip --disable-pip-version-check
# Tests differ a lot in length: a process without work takes tests from another one.
PARALLEL ?= -n auto --dist worksteal
INSTALL_PACKAGE := install --quiet --no-deps --no-build-isolation
SOURCES := $(shell find src -name '*.py' -o -name '*.css' -o -name '*.html' -o -name '*.js' -o -name '*.svg' -o -name '*.json' -o -name '*.md' -o -name '*.tmpl' -o -name py.typed)
# Packages of your own that are compiled together with Kibitz, with colons between them.
ifneq ($(WITH),)
SOURCES += $(shell find $(subst :, ,$(WITH)) -type f -not -path '*/__pycache__/*')
endif

# The tests that must cover core and kit, and those that must cover agents and arena, without the
# ones that play whole games; tracing the whole suite takes three times as long as it.
# Gundam and Lorcana draw what no smaller game does.
COVERING_RULES := tests/core tests/kit tests/scenarios tests/testing tests/games/duel tests/games/leduc \
	$(foreach game,gundam lorcana,tests/games/$(game)/test_drawing.py tests/games/$(game)/test_scene.py)
COVERING_PLAY := tests/arena/report $(filter-out %/test_laws.py %_seat.py %_seats.py,\
	$(wildcard tests/agents/test_*.py tests/arena/test_*.py))
NOT_COVERING := $(COVERING_RULES:%=--ignore=%) $(COVERING_PLAY:%=--ignore=%)
# The least share of each package that they cover, in per cent.
FLOORS := core=95 kit=95 agents=90 arena=85

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run play check test lint page format coverage compiled native bench figures docs pictures lock setup clean FORCE

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo '  Variables: PYTHON=python3.11  SERVE="--port 9000"  GAME=leduc  PYTEST="-k duel"  OPT=0  WHAT=spire  BENCH=--quick  PICTURES=layers  WITH=../high_card/src/kibitz_high_card  UPGRADE=--upgrade'

# As a job of its own, so that Ctrl-C is for the game alone: make would end with an error after it.
run: $(VENV)/.package ## Open the table: play every game in your browser
	@[ -t 0 ] && set -m; $(BIN)/python -m kibitz serve --open $(SERVE); exit $$?

play: $(VENV)/.package ## Play a game in the terminal (GAME=jaipur)
	@[ -t 0 ] && set -m; $(BIN)/python -m kibitz play $(GAME); exit $$?

check: setup ## Check style and types, and run the tests of what changed: the quick loop
	@tests=$$($(BIN)/python -m tests.changed) && { [ -z "$$tests" ] || $(MAKE) lint test PYTEST="$$(echo $$tests)"; }

test: setup ## Run the test suite, interpreted; .ci/run has the slow searches, too
	KIBITZ_EXPECT_COMPILED=0 $(BIN)/python -m pytest $(PARALLEL) -m 'not slow' $(PYTEST)

lint: setup ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@$(MAKE) page

page: ## Check the types of the page's scripts; skipped where npm is missing
	@if command -v npm >/dev/null; then $(MAKE) -s node_modules/.ready && node_modules/.bin/tsc --project jsconfig.json; \
	elif [ "$$KIBITZ_NO_SKIPS" = 1 ]; then echo 'npm not found: the types of the page may not be skipped here' >&2; exit 1; \
	else echo 'skipped: types of the page (npm not found)'; fi

format: setup ## Format the code and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

coverage: setup ## Run the tests that must cover core, kit, agents and arena, and ask for it
	@rm -rf build/coverage && mkdir -p build/coverage
	$(TRACE) -m pytest $(PARALLEL) $(PYTEST) $(COVERING_RULES)
	$(TRACE) --source=kibitz.agents,kibitz.arena -m pytest $(PARALLEL) -m 'not slow' $(PYTEST) \
		$(COVERING_PLAY)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report
	@for floor in $(FLOORS); do \
		part=$${floor%=*}; wanted=$${floor#*=}; \
		total=$$($(BIN)/coverage report --format=total --include="*/kibitz/$$part/*" --fail-under=$$wanted) \
			|| { echo "coverage of $$part: $$total %, $$wanted % wanted" >&2; exit 1; }; \
		echo "coverage of $$part: $$total %, $$wanted % wanted"; \
	done

native: $(COMPILED)/.O$(OPT) ## Build natively (OPT=3) into build/compiled; after an edit, what it changes

compiled: native ## Build natively, then run the same test suite on the result
	$(NATIVE) KIBITZ_EXPECT_COMPILED=1 $(BIN)/python -m pytest $(PARALLEL) $(PYTEST)

# What `make bench WHAT=...` measures; the names are those of the modules in benchmarks/.
#bench run           the games and agents, interpreted and compiled; without WHAT
#bench arena         tournaments on one core and on two
#bench build         the native build: from scratch, after edits, with one game more
#bench dronewars     Drone Wars, and how long the tactical AI takes
#bench gundam        the Gundam Card Game, and random games with each pair of decks
#bench kit           the card kit: against a game by hand, and against the kit before
#bench lorcana       Lorcana, and random games with each pair of decks
#bench peers         OpenSpiel and RLCard beside Kibitz, in an environment of their own
#bench planner       the planners of Slay the Spire: times, strength, potions
#bench pokemon       the Pokémon TCG, and the share of mulligans beside its probability
#bench search        what the options of the tree search are worth
#bench spire         Slay the Spire, and random fights beside those of other simulators
#bench spire_client  whole runs of Slay the Spire: a client and the host as processes
#bench strategic     how long the strategic AI of Drone Wars takes
#bench table         the table: under load, idle, starting, while its servers are killed; its page
#bench verdicts      how often intervals hold the truth, and tests are wrong, in simulations
BENCHMARKS := $(shell sed -n 's/^\#bench \([a-z_]*\) .*/\1/p' Makefile)

ifneq ($(filter $(WHAT),$(BENCHMARKS)),)
bench: $(if $(filter build kit verdicts,$(WHAT)),setup,native) $(if $(filter peers,$(WHAT)),$(PEERS)/.ready)
	$(if $(filter build kit run verdicts,$(WHAT)),,$(NATIVE)) \
		$(if $(filter peers,$(WHAT)),$(PEERS),$(VENV))/bin/python -m benchmarks.$(WHAT) $(BENCH)
else
bench: ## Measure the games and agents, or WHAT=spire; WHAT=? lists the names
	@echo 'make bench WHAT=NAME measures:'
	@sed -n 's/^#bench /  /p' Makefile
	@[ '$(WHAT)' = '?' ] || { echo "there is no benchmark '$(WHAT)'" >&2; exit 1; }
endif

figures: native ## Run quick figures of the documentation again, and say which moved (BENCH=--update)
	$(NATIVE) $(BIN)/python -m benchmarks.figures $(BENCH)

pictures: setup ## Make the pictures of the documentation again (needs Chromium)
	$(BIN)/python -m tests.table.pictures $(PICTURES)

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

# Only the compiler that checks the types of the page; the page itself has no dependencies.
node_modules/.ready: package.json package-lock.json .npmrc
	npm ci --loglevel=error
	@touch $@

# The native build stays out of src/: extension modules there would win over every later edit. It
# takes the place of the last one when it is finished. A deleted module changes the list of sources.

$(COMPILED)/.O$(OPT): $(SOURCES) build/sources $(wildcard native_build/*.py) pyproject.toml setup.py \
		$(VENV)/.dev
	@rm -rf $(COMPILED).part
	KIBITZ_COMPILE=1 KIBITZ_OPT=$(OPT) KIBITZ_WITH="$(WITH)" $(BIN)/python setup.py --quiet build --build-lib $(COMPILED).part
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
	$(LOCK) pyproject.toml --group build --extra table --output-file requirements/run.txt
	$(LOCK) pyproject.toml --group build --extra table --extra postgres --extra dev \
		--constraint requirements/run.txt \
		--output-file requirements/dev.txt
	$(LOCK) pyproject.toml --extra analysis --extra learn --extra mcp --extra openspiel \
		--extra ray --extra rl --extra tune --constraint requirements/dev.txt \
		--output-file requirements/extras.txt
	$(LOCK) pyproject.toml --group peers --constraint requirements/dev.txt \
		--output-file requirements/peers.txt
	@! grep -nE '://|^ *--(extra-)?index|^ *--find-links' requirements/*.txt
