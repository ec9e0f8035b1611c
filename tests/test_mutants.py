"""The planted faults of pages can be planted: what each changes stands once in its file."""

import pytest

from tests.mutants import ROOT, faults


@pytest.mark.parametrize("fault", [one for one in faults("") if "old" in one], ids=lambda fault: fault["what"])
def test_a_fault_finds_its_place(fault):
    assert (ROOT / fault["file"]).read_text(encoding="utf-8").count(fault["old"]) == 1
