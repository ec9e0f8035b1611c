"""Companion without a server: what a browser needs to run it for one phone.

`deploy/lite/` builds what browsers load; its service worker calls `bridge.Bridge`.
"""
