"""Finished plays: lists, statistics, corrections with a trace, exports."""
