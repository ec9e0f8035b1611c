"""Run a cluster to look at until Ctrl-C: `make demo-cluster`; `--routed` serves each table by one process."""

import signal
import sys

from tests.cluster import lacks, running


def main(arguments):
    """Run it and say where; say what is missing."""
    if missing := lacks():
        print(f"There is no {missing} here: on Debian, 'apt install {missing}' adds it.", file=sys.stderr)
        return 1
    with running(routed="--routed" in arguments) as cluster:
        for name, server in cluster.servers.items():
            print(f"Process {name}: http://127.0.0.1:{server.port}/, {server.process.pid}: kill it, and see")
        print(f"PostgreSQL: {cluster.postgres.url}")
        print(f"Open http://127.0.0.1:{cluster.front.port}/: any process answers. Ctrl-C stops all.", flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    return 0


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    raise SystemExit(main(sys.argv[1:]))
