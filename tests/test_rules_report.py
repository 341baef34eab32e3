from __future__ import annotations

from tests import rules_report


def test_every_clause_has_a_test_that_names_it():
    assert rules_report.gaps() == []


def test_no_test_names_a_clause_that_does_not_exist():
    known = {clause for clauses in rules_report.all_clauses().values() for clause in clauses}
    assert set(rules_report.tests_by_clause()) <= known
