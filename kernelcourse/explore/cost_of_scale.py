"""What n points cost, from rates measured once, at a price that the reader sets."""

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, canvas, frame, grid_lines, line, note
from kernelcourse.scale import Bill, Rates, bill
from kernelcourse.scene.controls import slider

# One core of an AMD EPYC, d = 10, m = 1000: 10⁴ points took 0.16 s for features and 0.32 s for their sums.
MEASURED = Rates(d=10, m=1000, features=1.6e-5, sums=3.2e-5)
_SIZES = (10**6, 10**8, 10**9)
_FEATURES = (300, 1000, 3000)
_CORES = (2, 32, 256)
_PRICES = (0.01, 0.05, 0.2)


def rates(m: int) -> Rates:
    """The measured rates for another number of features: they grow with m, their sums with m²."""
    times = m / MEASURED.m
    return Rates(MEASURED.d, m, MEASURED.features * times, MEASURED.sums * times**2)


def draw(n: int, m: int, cores: int, price: float) -> Picture:
    """Hours against n for these cores, with the chosen n marked."""
    cost: Bill = bill(n, rates(m), cores, price)
    sizes = np.logspace(4, 9.3, 40)
    figure, (axes,) = canvas(300, 230)  # in its frame a telephone shows it whole
    axes.set_xscale("log")
    axes.set_yscale("log")
    frame(axes, x="number of points n", y="hours", title=f"{m} features on {cores} cores", ylim=(1e-6, 3e4))
    grid_lines(axes)
    line(axes, sizes, sizes * rates(m).point / 3600 / cores, kind="a")
    line(axes, [n], [cost.hours], kind="b", marker="s")
    note(axes, f"{cost.hours:.3g} hours, price {cost.price:.2f}", "upper left")
    return Picture(
        figure,
        alt=f"Hours against the number of points, a straight line on logarithmic axes; {n:,} points take "
        f"{cost.hours:.3g} hours on {cores} cores.",
        readouts={
            "blocks of 64 MB": f"{cost.blocks:,}",
            "read": f"{cost.bytes_read / 1e9:.3g} GB",
            "core-hours": f"{cost.core_hours:.3g}",
            "hours": f"{cost.hours:.3g}",
            "price": f"{cost.price:.2f}",
        },
    )


def cost_of_scale() -> Explorer:
    """The bill for up to 10⁹ points."""
    return Explorer(
        name="cost_of_scale",
        title="The bill",
        caption="Ten times the points cost ten times as much; three times the features, nearly nine times. More cores "
        "make it faster, not cheaper. Set the price of a core-hour to that of your provider, in your currency.",
        controls=(
            slider("n", "Points n", _SIZES, 10**9, lambda value: f"{value:,}"),
            slider("m", "Features m", _FEATURES, 1000),
            slider("cores", "Cores", _CORES, 32),
            slider("price", "Price per core-hour", _PRICES, 0.05, lambda value: f"{value:g}"),
        ),
        draw=draw,
    )
