"""Who runs which browser test next: each process the next one, but the tests of some files stay together."""

from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/browser/test_page_layout.py",)
"""Files whose tests share tables that take long to open."""


class Scheduling(LoadScopeScheduling):
    def _split_scope(self, nodeid):
        file = nodeid.split("::")[0]
        return file if file in TOGETHER else nodeid

    def remove_node(self, node):
        """Let others do what a process that ended in the middle had still to do; return the test it ended in.

        A browser that never answers costs its process (`timeout` in pyproject.toml). xdist 3.8 hands on what that
        process had done, too, and nobody ever says again that it is done: the run stood still for good.
        """
        left = [test for unit in self.assigned_work.pop(node).values() for test, done in unit.items() if not done]
        for test in left[1:]:
            self.workqueue.setdefault(self._split_scope(test), {})[test] = False
        for other in self.nodes:
            self._reschedule(other)
        return left[0] if left else None
