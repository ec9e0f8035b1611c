"""Run a cluster to look at until Ctrl-C: `make demo-cluster`.

With `WHAT=routed` each table is served by one process, with `WHAT=divided` each process has a database of its own.
"""

import signal
import sys

from tests.cluster import lacks, running


def main(arguments):
    """Run it and say where; say what is missing."""
    if missing := lacks():
        print(f"There is no {missing} here: on Debian, 'apt install {missing}' adds it.", file=sys.stderr)
        return 1
    with running(*arguments) as cluster:
        for name, server in cluster.servers.items():
            print(f"Process {name}: http://127.0.0.1:{server.port}/, {server.process.pid}: kill it, and see")
        print("PostgreSQL:", *sorted(set(cluster.urls.values())))
        print(f"Open http://127.0.0.1:{cluster.front.port}/: any process answers. Ctrl-C stops all.", flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    return 0


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    raise SystemExit(main(sys.argv[1:]))
