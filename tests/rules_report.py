"""`make rules-report`: every clause of the rules pages with the tests that name it. A clause with no test is a gap."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

from tuilerie.engine.registry import BUILT_IN
from tuilerie.words import rules_page

TESTS = Path(__file__).parent


def all_clauses() -> dict[str, list[str]]:
    """Clause ids by game, in reading order."""
    return {
        game: [clause["id"] for section in rules_page(game, "en")["sections"] for clause in section["clauses"]]
        for game in BUILT_IN
    }


def tests_by_clause() -> dict[str, list[str]]:
    """Names of the test functions (or classes) marked `rule(...)`, by clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for decorator in node.decorator_list:
                    for clause in _marked(decorator):
                        found[clause].append(f"{path.relative_to(TESTS.parent)}::{node.name}")
    return dict(found)


def _marked(decorator: ast.expr) -> list[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        return [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
    return []


def gaps() -> list[str]:
    tests = tests_by_clause()
    return [clause for clauses in all_clauses().values() for clause in clauses if clause not in tests]


def main() -> int:
    tests = tests_by_clause()
    for game, clauses in all_clauses().items():
        print(game)
        for clause in clauses:
            names = tests.get(clause, [])
            print(f"  {clause:7} {len(names):2} {names[0] if names else 'NO TEST'}")
            for name in names[1:]:
                print(f"  {'':10} {name}")
    print(f"\n{sum(map(len, all_clauses().values()))} clauses, {len(gaps())} without a test")
    return 1 if gaps() else 0


if __name__ == "__main__":
    sys.exit(main())
