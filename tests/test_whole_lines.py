"""A line that a kernel sends in two pieces is one line on the page."""

from nbformat.v4 import new_output

from _ext.whole_lines import joined


def test_pieces_of_a_stream_are_joined_and_other_outputs_keep_their_place():
    pieces = [
        new_output("stream", name="stdout", text="same labels:"),
        new_output("display_data", data={"text/plain": "a figure"}),
        new_output("stream", name="stdout", text=" True\n"),
    ]
    first, figure = joined(pieces)
    assert first["text"] == "same labels: True\n" and figure["data"]["text/plain"] == "a figure"
    assert pieces[0]["text"] == "same labels:"  # the notebook's own output is untouched
