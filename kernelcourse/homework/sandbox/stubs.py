"""What is still as the page gave it: a starter pasted below an answer must not undo the answer."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping


def bound_by(statement: ast.stmt) -> set[str]:
    """The name of a function, or the names on the left of a plain assignment."""
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def is_stub(statement: ast.stmt, starters: Mapping[str, str]) -> bool:
    """As in `starters`, `= ...`, or a function that raises NotImplementedError."""
    same = any(starters.get(name) == ast.dump(statement) for name in bound_by(statement))
    return same or _only_a_stub(statement)


def without_stubs(tree: ast.Module, starters: Mapping[str, str], answered: Container[str]) -> ast.Module:
    """The cell without the stubs that would undo what is answered, above it or further up in the cell itself.

    A stub on which the cell goes on to build (`lines = [first]`, then `lines += [second]`) is the answer's beginning.
    """
    body: list[ast.stmt] = []
    for place, statement in enumerate(tree.body):
        names = bound_by(statement) & set(starters)
        undone = names and all(name in answered or _changed(body, name) for name in names)
        built_on = any(_changed(tree.body[place + 1 :], name, starters) for name in names)
        left_out = undone and not built_on and is_stub(statement, starters)
        body.append(ast.copy_location(ast.Pass(), statement) if left_out else statement)
    tree.body = body
    return tree


def _changed(statements: list[ast.stmt], name: str, starters: Mapping[str, str] | None = None) -> bool:
    """Some statement binds the name or changes what it stands for; with `starters`, one that is no stub."""
    return any(
        _changes(node, name)
        for statement in statements
        if starters is None or not is_stub(statement, starters)
        for node in ast.walk(statement)
    )


def _changes(node: ast.AST, name: str) -> bool:
    """`name = …`, `name += …`, `def name`, `name[0] = …`, `name.append(…)`."""
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.FunctionDef):
        return node.name == name
    if isinstance(node, ast.Subscript):
        return _is(node.value, name) and not isinstance(node.ctx, ast.Load)
    method = node.func if isinstance(node, ast.Call) else None
    return isinstance(method, ast.Attribute) and _is(method.value, name)


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _only_a_stub(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Constant) and node.value.value is Ellipsis
    body = node.body if isinstance(node, ast.FunctionDef) else []
    rest = [
        part for part in body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
    ]
    if not rest:
        return isinstance(node, ast.FunctionDef)
    raised = rest[0].exc if len(rest) == 1 and isinstance(rest[0], ast.Raise) else None
    raised = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
