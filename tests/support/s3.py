"""A server on this machine that understands S3 (moto), and the settings that use it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def s3_server() -> Iterator[str]:
    """Run a server with an empty bucket; yield a `FILES_URL`. Credentials are in the environment of
    the caller (`CREDENTIALS`).
    """
    import boto3
    from moto.server import ThreadedMotoServer

    bucket = f"kifu-{secrets.token_hex(4)}"  # the servers of a process have the same buckets
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        endpoint = f"http://{host}:{port}"
        client = boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", **_KEYS)
        client.create_bucket(Bucket=bucket)
        yield f"s3://{bucket}/site?endpoint={endpoint}&region=us-east-1"
    finally:
        server.stop()


CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
_KEYS = {name.lower(): value for name, value in CREDENTIALS.items()}
