"""Start Debian's Ren'Py, whose release 8.0.3 needs a mended syntax tree on Python 3.11.

Python 3.11 refuses a tree with a node that ends before the line on which it begins, as Ren'Py moves
the beginnings of the expressions in its screens, but not their ends.
"""

import ast
import runpy
import sys

fix_locations = ast.fix_missing_locations


def fix_ends(tree: ast.AST) -> ast.AST:
    """Fill in missing locations, and end each node where it begins or later."""
    fix_locations(tree)
    for node in ast.walk(tree):
        if (getattr(node, "end_lineno", None) or sys.maxsize) < getattr(node, "lineno", 0):
            node.end_lineno = node.lineno
            node.end_col_offset = max(node.col_offset, node.end_col_offset)
    return tree


ast.fix_missing_locations = fix_ends
sys.argv = ["/usr/games/renpy", *sys.argv[1:]]
runpy.run_path(sys.argv[0], run_name="__main__")
