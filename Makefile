# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYER := $(VENV)/.player
READY := $(VENV)/.ready
# Packages come from lock files only, every file checked against its hash; then the project itself, without fetching anything.
INSTALL := -m pip install --quiet --disable-pip-version-check
LOCKED := $(BIN)/python requirements/install.py --require-hashes
ITSELF := requirements/install.py --no-deps --no-build-isolation -e .
NPM_CI := npm ci --no-audit --no-fund --loglevel=error
STATIC := src/tuilerie/server/static/index.html
# Node builds the web client: the machine's own if it is recent enough, else the one that comes from PyPI into the venv.
NODE_OK := node -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit(a>20||(a===20&&b>=19)?0:1)' 2>/dev/null
NODE22_OK := node -e 'process.exit(process.versions.node.split(".")[0]>=22?0:1)' 2>/dev/null
NODE22 := $$($(NODE22_OK) || echo "PATH=$(abspath $(BIN)):$$PATH")
NODE := $$($(NODE_OK) || echo "PATH=$(abspath $(BIN)):$$PATH")

.PHONY: setup lab envs web web-types web-check engine play test test-web test-browsers screenshots lighthouse soak check bench bench-envs strength test-learn bench-server rules-report pictures golden lock audit clean study docs record-schema rules-pages wheels puzzles

setup: $(READY)
	@$(BIN)/tuilerie warm

# What a player needs: the game and its server, in the versions of the lock. Everything else comes with `make test`.
$(PLAYER): pyproject.toml requirements/player.lock requirements/linker.lock requirements/installer.lock
	@$(PYTHON) -c 'import sys; sys.exit("Tuilerie needs Python 3.11 or later: make PYTHON=/path/to/python3.11 ...") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(LOCKED) -r requirements/player.lock
	@command -v cc >/dev/null || $(LOCKED) -r requirements/linker.lock
	$(BIN)/python $(ITSELF)
	@touch $@

# What designers and AI people need besides.
lab envs: $(PLAYER)
	$(LOCKED) -r requirements/$@.lock

$(READY): $(PLAYER) requirements/all.lock
	$(LOCKED) -r requirements/all.lock
	@touch $@

# Where Node comes from PyPI, Python comes first; else both are fetched at the same time.
web/node_modules/.ready: web/package.json web/package-lock.json | $(shell $(NODE_OK) || echo $(PLAYER))
	@$(NODE_OK) || $(LOCKED) -r requirements/node.lock
	cd web && env $(NODE) $(NPM_CI)
	@touch $@

# Only what builds the pages, without what checks them: a player's set-up.
web/node_modules/.build: web/package.json web/package-lock.json | $(shell $(NODE_OK) || echo $(PLAYER))
	@$(NODE_OK) || $(LOCKED) -r requirements/node.lock
	@test web/node_modules/.ready -nt web/package-lock.json || (cd web && env $(NODE) $(NPM_CI) --omit=dev)
	@touch $@

NODE_MODULES := web/node_modules/.ready
$(STATIC): $(NODE_MODULES) web/index.html web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)
	cd web && env $(NODE) npm run --silent build -- --logLevel warn

web: $(STATIC)

web-types: $(READY) web/node_modules/.ready
	$(BIN)/python -m tuilerie.server.describe docs/api
	cd web && env $(NODE) npm run --silent types

web-check: web/node_modules/.ready
	cd web && env $(NODE) node types.mjs --check
	cd web && env $(NODE) npm run --silent lint
	cd web && env $(NODE) npm run --silent check
	cd web && env $(NODE) npm run --silent test

engine: setup web/node_modules/.ready  # the engine for browsers: Python, rules and bots that run there without a server
	env $(NODE) $(BIN)/python -m tuilerie.browser.build

# The shelf opens at once; the first time, the games are compiled behind it, each ready as soon as it is.
play:
	@$(MAKE) --no-print-directory -j2 NODE_MODULES=web/node_modules/.build $(PLAYER) $(STATIC)
	@$(BIN)/tuilerie

test: setup $(STATIC) engine  # tests/web plays in Chromium: without one they skip
	$(BIN)/python -m pytest -m "not soak and not browsers" -n 2

test-web: setup $(STATIC)
	$(BIN)/python -m pytest -m "not soak" -n 2 tests/web

test-browsers: setup $(STATIC)  # whole games in Firefox and in Safari's engine; without them they skip
	$(BIN)/python -m pytest -m "not soak" -n 2 tests/browsers

screenshots: setup $(STATIC)  # every screen into screenshots/, a chosen few into docs/pictures/
	$(BIN)/python -m tests.web.screenshots screenshots

# Lighthouse needs Node 22 or later; it lives in a folder of its own, apart from the client's packages.
.lighthouse/.ready: requirements/lighthouse/package.json requirements/lighthouse/package-lock.json | $(READY)
	@$(NODE22_OK) || $(LOCKED) -r requirements/node.lock
	@mkdir -p .lighthouse
	@cp requirements/lighthouse/package.json requirements/lighthouse/package-lock.json .lighthouse
	cd .lighthouse && env $(NODE22) $(NPM_CI)
	@touch $@

lighthouse: setup $(STATIC) .lighthouse/.ready  # mobile preset; fails under 95
	env $(NODE22) $(BIN)/python -m tests.web.lighthouse .lighthouse/node_modules/.bin/lighthouse

wheels: $(READY) $(STATIC)  # one per platform and a pure one, into dist/; PLATFORMS="linux-x86_64" for some
	$(BIN)/python wheels.py $(PLATFORMS)

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
	$(BIN)/python -m bench.run

bench-server: setup
	$(BIN)/python bench/server.py

bench-envs: setup  # sets PettingZoo 1.26.1 up beside it, the last release with gin_rummy_v4
	$(BIN)/python -m bench.envs --peer

strength: setup  # the table of docs/bots.md, about an hour
	$(BIN)/python -m bench.strength

test-learn:  # trains for eight minutes, in an environment of its own; LEARN="--picture curve.svg" draws the curve
	@test -x .venv-learn/bin/python || $(PYTHON) -m venv .venv-learn
	.venv-learn/bin/python $(INSTALL) --require-hashes -r requirements/all.lock
	.venv-learn/bin/python $(INSTALL) --require-hashes -r examples/learn/requirements.lock
	.venv-learn/bin/python $(INSTALL) --no-deps --no-build-isolation -e .
	.venv-learn/bin/python examples/learn/train.py $(LEARN)

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

rules-pages: $(READY)  # docs/rules, from the words of each game
	$(BIN)/python docs/hooks/pages.py

record-schema: $(READY)
	$(BIN)/python -m tuilerie.engine.record_schema docs/api/record.schema.json
	$(BIN)/python -m tuilerie.engine.study_schema docs/api/study.schema.json

rules-report: setup
	@$(BIN)/python -m tests.rules_report

pictures: setup
	@$(BIN)/python docs/pictures/draw.py

study: setup  # the numbers, plots and text of docs/study.md; minutes, and only what numbers.json lacks (FRESH=--fresh for all)
	@$(BIN)/python docs/study/run.py $(FRESH)

puzzles: setup  # mines on until there are enough, and writes those that come with each game; WORKERS=2 for more
	$(BIN)/python -m tuilerie.lab.mining restart romirami famille --work build/puzzles --workers $(or $(WORKERS),1)

golden: setup  # writes golden games that are missing
	@$(BIN)/python -m tests.contract.test_golden
	@$(BIN)/python -m tests.envs.test_openspiel

# What writes and checks the lock files lives in an environment of its own.
.venv-tools/.ready: requirements/tools.lock
	@test -x .venv-tools/bin/python || $(PYTHON) -m venv .venv-tools
	.venv-tools/bin/python $(INSTALL) --require-hashes -r requirements/tools.lock
	@touch $@

# Every lock file, for Python 3.11 and later on Linux, macOS and Windows: all.lock first, the others with the same versions.
# Versions that are locked stay; UP=--upgrade asks for the newest of all, UP="-P numba" for that of one.
COMPILE = .venv-tools/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock"
PART = $(COMPILE) -c requirements/all.lock
lock: .venv-tools/.ready
	$(COMPILE) $(UP) --all-extras pyproject.toml requirements/install.in requirements/node.in -o requirements/all.lock
	$(PART) --extra server --extra compiler pyproject.toml requirements/install.in -o requirements/player.lock
	$(PART) requirements/linker.in -o requirements/linker.lock
	$(PART) requirements/engine.in -o requirements/engine.lock
	$(PART) --extra server --extra compiler --extra lab pyproject.toml requirements/install.in -o requirements/lab.lock
	$(PART) --extra server --extra compiler --extra envs pyproject.toml requirements/install.in -o requirements/envs.lock
	$(PART) requirements/node.in -o requirements/node.lock
	$(PART) $(UP) examples/learn/requirements.txt -o examples/learn/requirements.lock
	$(COMPILE) $(UP) bench/peer.in -o bench/peer.lock
	$(COMPILE) $(UP) requirements/tools.in -o requirements/tools.lock
	$(COMPILE) -c requirements/tools.lock requirements/installer.in -o requirements/installer.lock

audit: .venv-tools/.ready  # 0: nothing known against what is locked; 1: something; 2: could not ask
	@.venv-tools/bin/python requirements/audit.py

clean:
	rm -rf $(VENV) .venv-tools site .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
