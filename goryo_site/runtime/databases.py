"""The settings of databases."""

from typing import Any

import environ


def databases(primary: dict[str, Any], replica_url: str) -> dict[str, dict[str, Any]]:
    """Return `DATABASES`: the primary, and the replica if it has an address (`runtime.replica`)."""
    if primary["ENGINE"].endswith("sqlite3"):
        # WAL allows reading during a write. IMMEDIATE takes the write lock at the start of a
        # transaction, so that a second writer waits instead of failing.
        primary["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds to wait for another writer
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        return {"default": primary}
    persistent = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    configured = {"default": primary | persistent}
    if replica_url:
        replica = environ.Env.db_url_config(replica_url)
        # Requests must not wait for a replica that does not answer.
        options = {"connect_timeout": 2, "tcp_user_timeout": 2000, **replica.get("OPTIONS", {})}
        replica |= {"OPTIONS": options, "TEST": {"MIRROR": "default"}}
        configured["replica"] = replica | persistent
    return configured
