"""Asks a running site what a visitor would.

Are its pages there, does a log become a replay, does a worker count the game?

Usage: smoke.py http://127.0.0.1:8000/
"""

import json
import sys
import time
import urllib.error
import urllib.request

PAGES = ("", "games/", "upload/", "stats/", "stats/goryo/", "rules/goryo/", "log-format/")
LOG = """[Game "goryo"]
[Edition "2024"]
[Goryo "Smoke {number}"]
[Samurai "Smoke test"]

bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
resign samurai
"""
"""A game of few moves: a longer one would count only once under whatever names."""
COUNT_SECONDS = 30.0


def fetch(address: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Status and body of an answer, whatever the status."""
    headers = {"Content-Type": "text/plain; charset=utf-8"} if body is not None else {}
    request = urllib.request.Request(address, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def games_counted(site: str) -> int:
    """How many games of people the statistics count."""
    answer = json.loads(fetch(f"{site}api/v1/stats/goryo/roles/")[1])
    return int(answer["overall"]["games"]["total"])


def is_counted(site: str, before: int) -> bool:
    """Whether the statistics count one game more than `before`, given a worker's time."""
    until = time.monotonic() + COUNT_SECONDS
    while time.monotonic() < until:
        if games_counted(site) == before + 1:
            return True
        time.sleep(0.25)
    return False


def problems(site: str) -> list[str]:
    """What is wrong, in words; nothing where all is well."""
    found = [f"/{page}: {status}" for page in PAGES if (status := fetch(f"{site}{page}")[0]) != 200]
    status, body = fetch(f"{site}healthz")
    if status != 200:
        found.append(f"/healthz: {status} {body.decode()}")
    before = games_counted(site)
    log = LOG.format(number=time.time_ns())
    status, body = fetch(f"{site}api/v1/games/", log.encode())
    if status != 201:
        return [*found, f"upload: {status} {body.decode()}"]
    address = f"{site}games/{json.loads(body)['id']}/"
    status, page = fetch(address)
    if status != 200 or b"<svg" not in page:
        found.append(f"replay: {status}, {'a' if b'<svg' in page else 'no'} board")
    if not is_counted(site, before):
        found.append(f"statistics: the game was not counted within {COUNT_SECONDS:.0f} s")
    return found


def main() -> None:
    """Print the problems; exit status 1 where there are some."""
    found = problems(sys.argv[1])
    for problem in found:
        print(problem)
    if found:
        sys.exit(1)
    print(f"{len(PAGES)} pages, health, an upload, its replay and its place in the statistics")


if __name__ == "__main__":
    main()
