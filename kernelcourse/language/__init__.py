"""The small language of a line: text becomes a tree, a tree has a shape, a value in any arithmetic, and a written form.

    from kernelcourse.language.reading import parse

It is the same language in a derivation, in the court and in the homework; nothing in it knows of them.
"""
