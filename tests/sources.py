"""The sources of the package, parsed once for all tests."""

import ast
from functools import cache


@cache
def nodes(source):
    """List all that a source says, in any order; how a name is used is no part of its own."""
    found, left = [], [ast.parse(source)]
    while left:
        node = left.pop()
        found.append(node)
        for field in node._fields:
            value = getattr(node, field)
            if isinstance(value, list):
                left += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and field != "ctx":
                left.append(value)
    return found
