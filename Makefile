# make run: install and start. make test: install and check everything. Nothing else is needed first.
PYTHON ?= python3
COMMA := ,
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

# Browser tests wait more than they work: three processes use two cores well. The others only work: one each.
SPREAD := -p xdist -n 3
EACH := -p xdist -n 2
# A browser that never answers ends its test after so many seconds.
PATIENT := --timeout 300
# Some tests measure a moment, and a machine may be busy: what fails is tried twice more, alone, and that is said.
AGAIN := --last-failed --last-failed-no-failures none
TRY = @$(BIN)/python -m pytest $(1) $(2) || { echo "FAILED ONCE: see above. Alone:"; $(BIN)/python -m pytest $(1) $(AGAIN); } \
	|| { echo "FAILED TWICE: see above. Once more:"; $(BIN)/python -m pytest $(1) $(AGAIN); }

DJANGOFMT := $(BIN)/djangofmt --quiet --profile jinja --indent-width 2

.PHONY: run test test-fast test-all test-browser test-engines test-postgres test-cluster test-wheel test-lite lite run-lite demo-cluster rest thorough audit check format assets bench bench-cluster siege mutants translations lock-data tier golden pictures upgrade clean

run: .venv/run
	$(BIN)/companion

# Fast: everything without browsers. The README's: a tier of browser tests, too. All: whatever there is.
test-fast: .venv/test
	$(MAKE) check
	$(call TRY,-m "not browser",$(EACH))

test: .venv/test
	$(BIN)/python -m tests.browser.find
	$(MAKE) test-fast
	$(call TRY,tests/browser --tier,$(SPREAD) $(PATIENT))

test-all: test rest audit

# What `make test` leaves out; CI asks the audit about some pages alone.
rest: thorough test-browser test-postgres test-cluster test-engines test-wheel test-lite

thorough: export HYPOTHESIS_PROFILE := thorough
thorough: .venv/test
	$(call TRY,-m "not browser",$(EACH))

test-browser: .venv/test
	$(call TRY,tests/browser --rest,$(SPREAD) $(PATIENT))

test-wheel: .venv/test
	$(BIN)/python -m tests.wheel

# Companion without a server, as static files in dist/lite/ (docs/lite.md). Node and npm build it, browsers run it.
lite: .venv/run
	$(BIN)/python deploy/lite/build.py

run-lite: lite
	@echo "Open http://localhost:8100/ in a browser. Ctrl-C stops."
	@cd dist/lite && ../../$(BIN)/python -m http.server --bind 127.0.0.1 8100

test-lite: .venv/engines
	$(BIN)/python -m tests.lite

test-postgres: .venv/test
	$(BIN)/python -m tests.postgres

test-cluster: .venv/test
	$(call TRY,tests/cluster,)

demo-cluster: .venv/test
	$(BIN)/python -m tests.cluster $(WHAT)

test-engines: .venv/engines
	@$(BIN)/python -m tests.engines || { echo "FAILED ONCE: see above. Again:"; $(BIN)/python -m tests.engines; }

audit: .venv/test
	$(BIN)/python -m tests.audit $(WHAT)

check: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(DJANGOFMT) --check templates tests/bazaar/templates
	$(BIN)/python -m tests.beautify --check
	$(BIN)/python -m tests.assets --check
	$(BIN)/mypy

format: .venv/test
	$(BIN)/ruff format .
	$(DJANGOFMT) templates tests/bazaar/templates
	$(BIN)/python -m tests.beautify

assets: .venv/test
	$(BIN)/python -m tests.assets

bench: .venv/test
	$(BIN)/python -m tests.bench

bench-cluster: .venv/test
	$(BIN)/python -m tests.bench_cluster

siege: .venv/test
	$(BIN)/python -m tests.siege $(WHAT)

mutants: .venv/test
	$(BIN)/python -m tests.mutants $(WHAT)

translations: .venv/test
	$(BIN)/python -m tests.translations

lock-data: .venv/test
	$(BIN)/python -m tests.data_in_logs

tier: .venv/test
	$(BIN)/python -m tests.browser.choose

golden: .venv/test
	$(BIN)/python -m tests.golden $(WHAT)

pictures: .venv/test
	$(BIN)/python -m tests.browser.pictures

# What the lock names, as wheels; where one is missing for this machine, whatever pyproject.toml allows.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable
LOCKED = PIP_CONSTRAINT=requirements.lock PIP_BUILD_CONSTRAINT=requirements.lock $(PIP) "$(1)" --only-binary :all:
UNLOCKED = No wheels of all locked versions for this machine (see above): taking what pyproject.toml allows instead.
install = $(LOCKED) || { echo "$(UNLOCKED)" >&2; $(PIP) "$(1)" --prefer-binary; }

.venv/run: pyproject.toml requirements.lock
	@$(PYTHON) -m venv .venv || (echo "No venv module: on Debian, 'apt install python3-venv' adds it." >&2; exit 1)
	@$(call install,.)
	touch $@

.venv/test: .venv/run
	@$(call install,.[test])
	touch $@

.venv/engines: .venv/test
	@$(call install,.[test$(COMMA)engines])
	touch $@

# Renew the lock, then try everything with it.
upgrade: .venv/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --group build \
	  --no-annotate --no-emit-index-url --custom-compile-command "make upgrade" pyproject.toml -o requirements.lock
	$(MAKE) test-all

clean:
	rm -rf .venv .lighthouse .lite build dist
