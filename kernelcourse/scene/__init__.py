"""Pictures as data, for hands: what an explorer shows and lets a reader touch, without anything that draws.

| file | holds |
|---|---|
| `marks.py` | scenes: panels of points, lines, regions and words, each with a meaning |
| `plain.py` | a scene as JSON |
| `exhibit.py` | controls + points to take hold of ↦ scene |
| `ridge.py`, `perceptron.py`, `kmeans.py`, `kernel_pca.py` | the exhibits |
| `answer.py` | what a page asks while a hand moves |

One script draws scenes in pages and notebooks (`explore/stage.js`); matplotlib draws the same ones for paper
(`explore/painting.py`). Neither computes anything.
"""

from importlib import import_module

from kernelcourse.scene.exhibit import Exhibit

NAMES = ("ridge", "perceptron", "kmeans", "kernel_pca")


def exhibit(name: str) -> Exhibit:
    """The exhibit of this name."""
    if name not in NAMES:
        raise ValueError(f"name is {name!r}; the exhibits are {', '.join(NAMES)}")
    found: Exhibit = import_module(f"kernelcourse.scene.{name}").EXHIBIT
    return found
