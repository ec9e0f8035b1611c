"""The sources of the package, parsed once for all tests."""

import ast
from functools import cache


@cache
def nodes(source):
    """List all that a source says."""
    return list(ast.walk(ast.parse(source)))
