"""Functions that multiply matrices ignore the false alarms of OpenBLAS."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parse_source

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "tools", "examples")
PRODUCTS = {"dot", "einsum", "inner", "matmul", "tensordot", "vdot"}
"""NumPy's functions that multiply matrices, beside the operator @."""


def find_unguarded(tree: ast.AST) -> Iterator[str]:
    """Yield the source of each product of matrices outside decorated functions."""
    for node in ast.iter_child_nodes(tree):
        if is_guarded(node):
            continue
        if multiplies(node):
            yield ast.unparse(node)
        yield from find_unguarded(node)


def is_guarded(node: ast.AST) -> bool:
    """Return whether a node of a syntax tree is a function that ignores false alarms."""
    return isinstance(node, ast.FunctionDef) and "WITHOUT_FALSE_ALARMS" in map(
        ast.unparse, node.decorator_list
    )


def multiplies(node: ast.AST) -> bool:
    """Return whether a node of a syntax tree multiplies matrices."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.MatMult)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in PRODUCTS
    )


@pytest.mark.parametrize("folder", FOLDERS)
def test_products_of_matrices_ignore_false_alarms(folder: str) -> None:
    for file in (ROOT / folder).rglob("*.py"):
        found = list(find_unguarded(parse_source(file)))
        assert not found, f"{file}: decorate the function of {found} with WITHOUT_FALSE_ALARMS"


@pytest.mark.parametrize("product", ["a @ b", "np.einsum('ij,jk', a, b)"])
def test_an_undecorated_product_is_found(product: str) -> None:
    source = f"def multiply(a, b):\n    return {product}\n"
    assert list(find_unguarded(ast.parse(source))) == [product]
    assert not list(find_unguarded(ast.parse("@WITHOUT_FALSE_ALARMS\n" + source)))
