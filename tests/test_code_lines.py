"""Code on a narrow screen keeps its characters, its numbers and its options in one piece."""

import html
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from code_lines import narrow
from small_letters import with_small_letters

CODE = (
    "<pre><span></span>rings = datasets(40,\n"
    '                   <span class=\'n\'>rng</span>=1)<span class="w">      </span><span class="c1"># why</span>\n'
    "kernelcourse get ridge --student YOUR-ID\ntolerance 9.60e-01, k-means\n    short\n</pre>"
)


def plain(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def test_numbers_options_and_deep_spaces_are_marked_and_nothing_is_lost() -> None:
    made = narrow(CODE)
    assert plain(made) == plain(CODE)
    assert re.findall(r'<span class="kc-one">(.*?)</span>', made) == ["--student", "9.60e-01"]
    assert [len(spaces) for spaces in re.findall(r'<span class="kc-deep"[^>]*>( *)</span>', made)] == [19, 6]


def test_the_bracket_of_a_padded_row_stays_with_its_number() -> None:
    row = "<pre>theirs: [ 1.1176 -2.2492] exp: [ -1e+02  0.    ] (2, [x]) [[1. 2.]]</pre>"
    made = narrow(row)
    assert plain(made) == plain(row)
    assert re.findall(r'<span class="kc-one">(.*?)</span>', made) == ["[ 1.1176", "[ -1e+02", "0.    ]"]
    style = (Path(__file__).parent.parent / "_static" / "kernelcourse.css").read_text()
    assert ".kc-one { white-space: pre; }" in style, "spaces inside of a piece are kept"


def test_a_minus_sign_stays_with_the_name_that_it_turns() -> None:
    minus = '<span class="o">-</span>'
    for before in (
        '<span class="p">[</span>',
        '<span class="p">,</span> ',
        "",
        '<span class="k">return</span> ',
    ):
        made = narrow(f'<pre>{before}{minus}<span class="n">np</span><span class="o">.</span></pre>')
        kept = f'<span class="kc-one">{minus}<span class="n">np</span></span>'
        assert made == f'<pre>{before}{kept}<span class="o">.</span></pre>'
    between = (
        f'<pre><span class="n">a</span>{minus}<span class="n">b</span> {minus} <span class="n">c</span></pre>'
    )
    assert narrow(between) == between


def test_a_column_and_a_short_index_stay_with_their_bracket() -> None:
    column = '<span class="p">[:,</span> <span class="kc">None</span><span class="p">]</span>'
    made = narrow(f'<pre><span class="n">X</span>{column}</pre>')
    assert '<span class="n">X</span><span class="kc-one"><span class="p">[:,</span> ' in made
    comma, minus = '<span class="p">,</span>', '<span class="o">-</span>'
    two = f'<span class="p">[</span><span class="mf">0.4</span>{comma} {minus}<span class="mi">1</span>'
    assert f'<span class="kc-one">{two}</span>' in narrow(f'<pre>{two}<span class="p">],</span></pre>')
    index = '<span class="p">)[</span>'
    assert f'<span class="kc-one">{index}</span>' in narrow(f"<pre>{index}</pre>")
    made = narrow("<pre>np.linalg.eigvalsh(spoiled(grid))[0].concatenate([[1.0],rest])</pre>")
    assert "[<wbr>" not in made
    assert "concatenate(<wbr>[[1.0],<wbr>rest" in made
    assert "[<wbr>'kernelridge_gamma'" in narrow("<pre>estimator.best_params_['kernelridge_gamma']</pre>")


def test_spaces_that_python_reads_stay_as_wide_as_they_are() -> None:
    body = '<pre>while True:\n            <span class="c1"># (why</span>\n            return 1\n</pre>'
    assert narrow(body) == body
    string = (
        "<pre>a = <span class='n'>f</span>(<span class=\"s2\">&quot;)&quot;</span>,\n          1)\n</pre>"
    )
    assert "kc-deep" in narrow(string)


def test_a_long_name_is_broken_after_a_bracket_or_a_dot_and_never_inside() -> None:
    code = "<pre>figures.similarity.<span>smallest_eigenvalues</span>(smallest, 1.25)\nnp.eye(3)[0]</pre>"
    made = narrow(code)
    assert plain(made) == plain(code)
    pieces = re.sub(r"<(?!wbr)[^>]*>", "", made).split("<wbr>")
    assert pieces == ["figures.", "similarity.", "smallest_eigenvalues(", "smallest, 1.25)\nnp.eye(3)[0]"]
    assert "<wbr>" not in narrow("<pre>np.array([1.5, 2.5]) + np.array([3.5])</pre>")
    assert "1.<wbr>2" not in narrow("<pre>np.array([1.25,2.25,3.25,4.25,5.25,6.25])</pre>")


def test_the_room_of_a_hanging_line_decides_what_is_too_long_for_it() -> None:
    """Ten columns in, a solution has room for 21 characters: else a line begins with a comma or half a name."""
    call = "gaussian_process(kernel,"
    code = f"<pre>p = 1\n        process = {call} targets, variance)\n</pre>"
    made = narrow(code)
    assert plain(made) == plain(code)
    assert "gaussian_process(<wbr>kernel," in made
    assert "<wbr>" not in narrow(f"<pre>process = {call} targets, variance)\n</pre>")


def test_an_empty_bracket_and_a_slice_stay_whole() -> None:
    made = narrow("<pre>np.abs(difference.variance(grid)).max()[::-1]</pre>")
    assert "max()[::-1]" in made and "variance(<wbr>grid" in made


def test_a_line_that_only_a_solution_has_no_room_for_hangs_too() -> None:
    assert "kc-hang" in narrow("<pre>for layers in (1, 2, 5, 20, 100):\n    pass\n</pre>")
    assert "kc-hang" not in narrow("<pre>from kernelcourse import ridge\n</pre>")


def test_a_branch_of_a_printed_proof_keeps_its_depth() -> None:
    tree = "<pre><span></span>PROVED\nsum\n   └─ product\n            └─ x·z   [rule -1e-3]\n</pre>"
    made = narrow(tree)
    assert plain(made) == plain(tree) and "kc-deep" not in made
    assert re.findall(r"--kc-in: (\d+)", made) == ["6", "15"]
    assert made.count("</span>\n") == 2  # a line ends after its box, so that a copy has no empty lines


def test_the_rest_of_a_long_line_stands_further_in_and_a_string_of_several_lines_is_left_alone() -> None:
    long = "k = <b>Gaussian</b>(sigma=0.5) + 2 * (Linear() + 1) ** 3"
    code = f"<pre><span></span>{long}\n    {long}\nshort = 1\n<i>{long}\n{long}</i>\n</pre>"
    made = narrow(code)
    assert plain(made) == plain(code)
    assert re.findall(r"--kc-in: (\d+)", made) == ["4", "8"]


def test_an_option_in_a_sentence_stays_whole_and_text_is_left_alone() -> None:
    page = '<p>With --roster x <code class="c"><span class="pre">--roster</span> x</code>, see</p>'
    assert narrow(page).count("kc-one") == 1


def test_short_code_in_a_sentence_stays_whole() -> None:
    chip = '<span class="pre">let</span> <span class="pre">w:</span> <span class="pre">…</span>'
    assert narrow(f"<code>{chip}</code>") == f'<code><span class="kc-one">{chip}</span></code>'
    assert "kc-one" not in narrow('<code>SVC(kernel="rbf", gamma=0.02, C=5)</code><code>fit</code>')


def test_indices_and_exponents_are_small_and_names_are_not() -> None:
    shown = {
        "λ_{q+1} + λ_d": "λ<sub>q+1</sub>\xa0+\xa0λ<sub>d</sub>",
        "X_cX_cᵀ": "X<sub>c</sub>X<sub>c</sub>ᵀ",
        "K_ZZ⁻¹ < 2/λ_max": "K<sub>ZZ</sub>⁻¹\xa0&lt;\xa02/λ<sub>max</sub>",
        "(Σ|x|ᵖ)^(1/p)": "(Σ|x|ᵖ)<sup>1/p</sup>",
        "n^(−1/(d + 4))": "n<sup>−1/(d\xa0+\xa04)</sup>",
        "1ᵀA_q1, k_z′": "1ᵀA<sub>q</sub>1, k<sub>z′</sub>",
        "kernel_cca and random_fourier": "kernel_cca and random_fourier",
        "e^{−tL}, Q^½": "e<sup>−tL</sup>, Q<sup>½</sup>",
    }
    assert {text: with_small_letters(text) for text in shown} == shown


def test_quotation_marks_apostrophes_and_short_formulas_are_those_of_print() -> None:
    shown = {
        'Mercer\'s "theorem"': "Mercer’s “theorem”",
        "γ ≥ 0 = a, n × d": "γ\xa0≥\xa00\xa0=\xa0a, n\xa0×\xa0d",
        "Σ aᵢaⱼk(xᵢ, xⱼ) = ‖Σ aᵢφ(xᵢ)‖² ≥ 0": "Σ\xa0aᵢaⱼk(xᵢ,\xa0xⱼ)\xa0= ‖Σ\xa0aᵢφ(xᵢ)‖²\xa0≥\xa00",
        "zero for λ → 0 (a few words)": "zero for λ\xa0→\xa00 (a few words)",
    }
    assert {text: with_small_letters(text) for text in shown} == shown


def test_a_continuation_stands_further_in_than_its_statement() -> None:
    code = "<pre>for x in X:\n    print(f(x),\n          1)\nprint(f(x),\n          1)\n</pre>"
    assert re.findall(r"--kc-share: ([\d.]+)", narrow(code)) == ["0.65", "0.25"]


def test_the_rest_of_a_line_hangs_further_in_than_the_line_is_drawn() -> None:
    """A line of an inner loop keeps its spaces, a continuation does not; the rest of both stands inside of them."""
    call = "far.append(np.abs(G @ G.T - told).mean())"
    loop = f"<pre>for depth in d:\n    for m in w:\n        for s in r:\n            {call}\n</pre>"
    assert re.findall(r"--kc-in: ([\d.]+)", narrow(loop)) == ["14"]
    rows = f"<pre>degrees = [(1, 2),\n           {call}]\n</pre>"
    assert re.findall(r"--kc-in: ([\d.]+)", narrow(rows)) == ["6.5"]


def test_a_table_a_little_too_wide_is_drawn_smaller_and_a_wide_one_is_broken() -> None:
    def printed(width: int, kind: str = "output stream highlight") -> str:
        return narrow(f'<div class="{kind}"><div class="highlight"><pre>{"12345678 " * 9:.{width}}|\n</pre>')

    assert ["kc-tight" in printed(width) for width in (37, 38, 43, 44)] == [False, True, True, False]
    assert "kc-tight" not in printed(40, "highlight-python")


def test_lines_that_only_the_box_of_a_solution_breaks_hang_too() -> None:
    assert "kc-hang" in narrow("<pre>spots = np.array([-1.0, 0, 1, 2])</pre>")


def test_a_sign_of_order_stays_with_its_number() -> None:
    assert '<span class="kc-one">&lt; 0</span>' in narrow("<pre>aᵀKa = -0.1391 &lt; 0\n</pre>")
    assert "kc-one" not in narrow("<pre>if x &lt; 0_1 or y &lt; z:</pre>")


@pytest.mark.parametrize("quote", ["&quot;", '"', "'"])
def test_the_quote_that_closes_a_string_does_not_begin_a_line(quote: str) -> None:
    string = (
        f'<span class="s2">{quote}kernel</span><span class="si">}}</span><span class="s2">, {quote}</span>'
    )
    said = f'<pre><span class="sa">f</span>{string}</pre>'
    made = narrow(said)
    assert plain(made) == plain(said)
    assert f',<span class="kc-one"> {quote}</span></span>' in made
