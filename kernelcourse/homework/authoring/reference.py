"""How long the instructor's own solution takes on this machine, now: what deadlines are multiples of."""

from __future__ import annotations

from kernelcourse.homework.authoring.master import solved_cells
from kernelcourse.homework.classes.grading import Job, at_hand, bench
from kernelcourse.homework.files.notebook import Cell, Notebook
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.session import START_SECONDS
from kernelcourse.homework.sandbox.visit import Visit

START = 0.5  # seconds that Python takes to start, which are nobody's work


def reference_seconds(job: Job) -> float:
    """Seconds for all cells of the solved sheet in the sandbox; 0 if the solution itself cannot be run."""
    desk = bench(job.sheet, job.materials, job.sheets)
    cells = tuple(Cell(place, source) for place, source in enumerate(solved_cells(desk.master)))
    generous = Limits(
        cell_seconds=START_SECONDS, load_seconds=2 * START_SECONDS, total_seconds=4 * START_SECONDS
    )
    notebook = Notebook(cells)
    given = at_hand(desk.sheet, notebook)
    with Visit(notebook, desk.sheet.starters, generous, (job.materials,), given) as visit:
        return max(0.0, visit.spent - START) if visit.session is not None else 0.0
