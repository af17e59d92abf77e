"""Modules that other editors bring along and the sandbox does not have: they are there, quiet, and do nothing."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Generator, Sequence
from types import ModuleType
from typing import Any

# Colab's, JupyterLite's and the browser's own modules, and what only shows things on a screen.
QUIET = (
    *("google.colab", "piplite", "micropip", "pyodide_js", "pyodide_kernel"),
    *("IPython", "ipywidgets", "jupyter_dash", "seaborn", "plotly"),
)


class Refused(RuntimeError):
    """A function that a question asks for was taken from a library instead."""


class Nothing:
    """Can be called, awaited, asked for anything, iterated over; nothing happens."""

    def __call__(self, *_: object, **__: object) -> Nothing:
        return self

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __await__(self) -> Generator[Any, None, None]:
        return
        yield

    def __iter__(self) -> Any:
        return iter(())

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Lent(Nothing):
    """A name of a module that is not installed here: given one function or one sequence, it hands it back.

    So a decorator leaves the function as it is, and a progress bar its loop.
    """

    def __call__(self, *given: object, **_: object) -> Any:
        return given[0] if len(given) == 1 and (callable(given[0]) or hasattr(given[0], "__iter__")) else self


class Closed:
    """Stands for a function or class that is to be written, not called."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self, *_: object, **__: object) -> Any:
        raise Refused(f"{self._name} refuses here: the question asks you to write it yourself")

    __call__ = _refuse

    def __getattr__(self, name: str) -> Closed:
        if name.startswith("__"):
            raise AttributeError(name)
        return Closed(f"{self._name}.{name}")


class _StandIn(ModuleType):
    """A module whose every name is made by `make`: Nothing, Lent or Closed."""

    def __init__(self, name: str, make: Callable[[str], Any]) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        full = f"{self.__name__}.{name}"
        return sys.modules.get(full) or self._make(full)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules below some roots, and makes them stand-ins."""

    def __init__(self, roots: Sequence[str], make: Callable[[str], Any]) -> None:
        self.roots, self.make = tuple(roots), make

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        return (
            importlib.machinery.ModuleSpec(name, self, is_package=True) if below(name, self.roots) else None
        )

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _StandIn(spec.name, self.make)

    def exec_module(self, module: ModuleType) -> None:
        return None


class _NoScreen(importlib.abc.MetaPathFinder):
    """matplotlib without windows: whichever backend is asked for, figures are drawn and nobody is shown them."""

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "matplotlib":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def quietly(module: ModuleType) -> None:
                run(module)
                module.use = lambda *_, **__: None  # type: ignore[attr-defined]

            spec.loader.exec_module = quietly  # type: ignore[method-assign]
        return spec


def below(name: str, roots: Sequence[str]) -> bool:
    """The module is one of the roots or inside one."""
    return any(name == root or name.startswith(root + ".") for root in roots)


def install(closed: Sequence[str]) -> None:
    """From here on `closed` modules refuse, and an editor's own modules are quiet unless they are really there."""
    for name in [name for name in sys.modules if below(name, closed)]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(closed, Closed))
    sys.meta_path.insert(0, _NoScreen())
    sys.meta_path.append(_Finder((*QUIET, "google"), lambda _: Nothing()))
    _threads_for_processes()


def _threads_for_processes() -> None:
    """Pools of processes need shared memory, which is closed here: threads answer the same, if not as fast."""
    import concurrent.futures
    import multiprocessing.context
    import multiprocessing.dummy

    for name in multiprocessing.dummy.__all__:
        threaded = getattr(multiprocessing.dummy, name)
        setattr(multiprocessing, name, threaded)
        setattr(multiprocessing.context.BaseContext, name, staticmethod(threaded))
    concurrent.futures.ProcessPoolExecutor = concurrent.futures.ThreadPoolExecutor  # type: ignore[misc, assignment]


def lend(name: str) -> bool:
    """From here on the module is there, and does nothing; False if it is no name of a whole module that is missing."""
    if not name or "." in name or name in sys.modules:
        return False
    sys.meta_path.append(_Finder((name,), lambda _: Lent()))
    return True
