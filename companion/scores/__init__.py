"""Finished plays: lists, statistics, corrections with a trace, exports."""

from companion.scores.views import bp

__all__ = ["bp"]
