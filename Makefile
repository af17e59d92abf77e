# Two commands matter:  make book   and   make test.
# Every target sets up what it needs from a bare Python >= 3.11 (its own .venv), and is fast the second time.

SHELL  := /bin/sh
VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
JOBS   ?= 2
LIVE   ?= 1
READY  := $(VENV)/.ready
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS) --dist loadscope
UNIT   := not slow and not book and not browser

# One BLAS thread a process: results do not depend on the number of cores, and parallel tests do not fight.
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiled modules are kept, whatever the shell says: hundreds of short processes read the package.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help book test check lint unit notebooks serve pdf zip bench bench-scale bench-pages bench-live agreement lite-homework browser slides survey fuzz attacks class500 floors system clean

help:
	@echo "make book       build the HTML book into _build/html (LIVE=0: without Python in the pages and JupyterLite)"
	@echo "make test       lint, types, tests with coverage, book, Chromium, notebooks"
	@echo "make browser    the built book in Chromium"
	@echo "make check      lint, types, unit tests"
	@echo "make serve      build the book and serve it on http://localhost:8000"
	@echo "make pdf        print the book with Chromium into _build/html/book.pdf"
	@echo "make zip        the book and its PDF to take along: _build/html/book.zip"
	@echo "make slides     a lecture for every topic, and its PDF, into _build/html/slides"
	@echo "make survey     every page at five widths: is anything cut off?"
	@echo "make bench      side by side with scikit-learn"
	@echo "make agreement  CPython and Python in the page, question by question, in Chromium (long)"
	@echo "make lite-homework  every homework sheet done in JupyterLite, graded beside CPython's (long)"
	@echo "make bench-pages  bytes, first widget and blocked time of the heaviest pages on a slow line"
	@echo "make bench-live first verdicts and frame times of Python in the page"
	@echo "make attacks    every attack on the grader, on this machine"
	@echo "make class500   grade a class of 500, a tenth of it hostile, and survive twenty kills"
	@echo "make bench-scale  up to a million points, beside scikit-learn and on Dask (about ten minutes)"
	@echo "make fuzz       5,000 random formulas before the kernel court"
	@echo "make notebooks  execute every notebook and store its normalised text outputs"
	@echo "make floors     unit tests on the lowest supported versions of numpy and scipy"
	@echo "make clean      remove everything that the other targets made"

# The environment: rebuilt only when pyproject.toml changes.
$(READY): pyproject.toml requirements.txt
	@test -n "$(PYTHON)" || { echo "kernelcourse needs Python 3.11 or newer: install it, or say where it is: make PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: on Debian or Ubuntu, apt-get install python3-venv"; rm -rf $(VENV); exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet -r requirements.txt
	@$(BIN)/python -m kernelcourse.reading.environment
	@touch $@

# LIVE=0 builds without Python in the pages: nothing to fetch, and the pages say so.
book: $(READY)
	@LIVE=$(LIVE) $(BIN)/python tools/build_book.py

check: lint unit

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy

unit: $(READY)
	@$(PYTEST) -m "$(UNIT)"

# Chromium for the browser tests, bubblewrap for the grader's sandbox.
system: $(READY)
	@$(BIN)/python tools/system_parts.py

# Chromium over the built book: also a part of `make test`.
browser: export CI = true
browser: system book
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m browser

# CI=true turns every skip into a failure (conftest.py), here as on a server. Coverage is that of the unit tests alone:
# tracing the slow ones doubles their time. Types are looked at while the book is built: each alone leaves a core idle.
test: export CI = true
test: system
	@$(MAKE) --no-print-directory -j2 lint book
	@$(PYTEST) -m "$(UNIT)" --cov --cov-report= --cov-fail-under=85
	@$(PYTEST) --dist worksteal -m "slow and not book and not browser"
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m "book or browser"
	@$(PYTEST) --nbval --nbval-current-env --nbval-cell-timeout=240 chapters

notebooks: $(READY)
	@$(BIN)/python tools/run_notebooks.py

serve: book
	@echo "The book is at http://localhost:8000 (Ctrl-C stops)"
	@$(BIN)/python -m http.server 8000 --bind 127.0.0.1 --directory _build/html

pdf: system book
	@$(BIN)/python tools/print_book.py
	@$(BIN)/python tools/take_along.py pdf

zip: pdf
	@$(BIN)/python tools/take_along.py zip

slides: book
	@$(BIN)/python -m tools.slides

survey: book
	@$(BIN)/python -m pytest -q -n $(JOBS) tests/browser/survey_wholeness.py

fuzz: $(READY)
	@$(BIN)/python -m tests.court.fuzzing 5000

bench: $(READY)
	@$(BIN)/python -m pip install --quiet -e .[bench]
	@$(BIN)/python -m benchmarks

agreement: system
	@$(BIN)/python tools/agreement.py

lite-homework: system book
	@$(BIN)/python tools/lite_homework.py

bench-pages: system book
	@$(BIN)/python -m benchmarks.page_speed

bench-live: system
	@$(BIN)/python -m benchmarks.live_page

attacks: $(READY)
	@$(BIN)/kernelcourse homework attack

class500: $(READY)
	@$(BIN)/python tools/class_of_500.py

bench-scale: $(READY)
	@$(BIN)/python -m pip install --quiet -e .[bench,scale]
	@$(BIN)/python -m benchmarks.scale

floors: $(READY)
	@$(BIN)/python tools/floors.py

clean:
	rm -rf $(VENV) _build build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
