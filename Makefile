# make play   start the site on this machine; needs Python 3.11+, make and git
# make cluster   start it as in production: PostgreSQL, Valkey, two web processes, two workers, beat
# make test   every check, on SQLite and on PostgreSQL with Valkey; needs no more and no root
PORT ?= 8000
WEBS ?= 2
WORKERS ?= 2
HOST ?= 127.0.0.1
BIN = .venv/bin
SITE_TESTS = tests --ignore=tests/rules --ignore=tests/browser
# A worker for each core; each keeps to its part, so that what a file prepares is prepared once, until the other is idle.
BESIDE = -n auto --dist worksteal

.DEFAULT_GOAL = help
.PHONY: help play cluster env dev audit test lint types test-rules test-sqlite test-servers test-browser chromium fmt messages lock clean

help:
	@echo "make play           start the site; PORT=8001 for another port, HOST=0.0.0.0 for other machines"
	@echo "make cluster        start it as in production, from packages; WEBS=2, WORKERS=2, PORT=8000; nothing is kept"
	@echo "make test           everything: lint, types, rules, site on both databases, browser on both"
	@echo "make lint           ruff and mypy alone"
	@echo "make test-rules     the rules alone; also test-sqlite, test-servers, test-browser"
	@echo "make fmt            put the code in its form"
	@echo "make messages       bring the translations up to date"
	@echo "make lock           pin the packages of requirements*.in anew, and list them in docs/bom.json"
	@echo "make audit          ask whether a fault is known in any of them"
	@echo "make clean          remove what was made, but not data/"

env:
	@tools/make-env requirements.txt

dev:
	@tools/make-env requirements.txt requirements-dev.txt

play: env
	@exec env PYTHONNODEBUGRANGES=1 $(BIN)/python manage.py play --host $(HOST) --port $(PORT)

cluster: dev
	@exec $(BIN)/python -m tests.cluster --port $(PORT) --webs $(WEBS) --workers $(WORKERS)

# The parts run one after the other, whatever -j says: there are two databases, but one machine.
test: dev
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-rules
	@$(MAKE) --no-print-directory test-sqlite
	@$(MAKE) --no-print-directory test-servers
	@$(MAKE) --no-print-directory test-browser
	@echo "All checks passed."

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file mypy-site.ini

test-rules: dev
	$(BIN)/python -m pytest rules tests/rules --doctest-modules -p no:django -W ignore::pytest.PytestConfigWarning -n auto

test-sqlite: dev
	$(BIN)/python -m pytest $(SITE_TESTS) $(BESIDE)

test-servers: dev
	$(BIN)/python -m tests.servers $(BIN)/python -m pytest $(SITE_TESTS) $(BESIDE)

# A browser on a loaded machine is late now and then: what fails is tried once more, and the report says so ("rerun").
test-browser: dev chromium
	$(BIN)/python -m pytest tests/browser --reruns 1
	$(BIN)/python -m tests.servers $(BIN)/python -m pytest tests/browser --reruns 1

# Without one the browser tests are skipped and say so; under CI that is a failure.
chromium: dev
	@$(BIN)/python -m tests.chromium --install || true

fmt: dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: dev
	$(BIN)/python manage.py messages

lock: dev
	$(BIN)/python -m pip install --quiet uv==0.13.9
	for name in requirements requirements-dev; do \
	    $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	        --no-header --output-file $$name.txt $$name.in || exit 1; \
	done
	tools/make-env requirements.txt requirements-dev.txt
	$(BIN)/python tools/bom.py > docs/bom.json

audit:
	@tools/audit --strict

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
