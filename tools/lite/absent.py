"""Stands for Dask where it cannot be: whatever is called says so, in one sentence."""

SENTENCE = "This cell needs Dask, which a browser cannot run: open the notebook where Python is installed."


class NotInTheBrowser(ImportError):
    """Shown without a traceback."""

    def _render_traceback_(self):
        return [SENTENCE]


class _Absent:
    def __call__(self, *args, **options):
        raise NotInTheBrowser(SENTENCE)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _Absent()
