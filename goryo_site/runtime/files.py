"""Where the bytes of uploads and the files of dumps are stored: the setting `FILES_URL`.

Empty: uploads in the database, dumps in `DUMPS_DIR`. `s3://bucket/prefix` is a storage that
understands S3, with `endpoint` and `region` as parameters; `file:///folder` is a folder that all
hosts share.
"""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

RAW, DUMPS = "raw", "dumps"
LINK_SECONDS = 60
"""Seconds that a link to a file of a dump is valid."""


def file_storages(url: str) -> dict[str, dict[str, Any]]:
    """Return the entries of `STORAGES`. Raises ValueError if the address is not understood."""
    if not url:
        return {}
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and len(parts.path) > 1:
        return {name: _folder(unquote(parts.path), name) for name in (RAW, DUMPS)}
    params = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.scheme != "s3" or not parts.netloc or set(params) - {"endpoint", "region"}:
        raise ValueError(
            f"FILES_URL={url} is not understood. Use s3://bucket/prefix?endpoint=…&region=… or"
            " file:///folder."
        )
    return {name: _bucket(parts.netloc, parts.path, name, params) for name in (RAW, DUMPS)}


def _folder(path: str, name: str) -> dict[str, Any]:
    options = {"location": f"{path.rstrip('/')}/{name}", "base_url": None}
    return {"BACKEND": "goryo_site.runtime.shared_folder.SharedFolder", "OPTIONS": options}


def _bucket(bucket: str, prefix: str, name: str, params: dict[str, str]) -> dict[str, Any]:
    options = {
        "bucket_name": bucket,
        "location": f"{prefix.strip('/')}/{name}".strip("/"),
        "endpoint_url": params.get("endpoint"),
        "region_name": params.get("region"),
        "default_acl": None,  # private
        "file_overwrite": False,  # names are never used twice
        "querystring_auth": True,
        "querystring_expire": LINK_SECONDS,
        "signature_version": "s3v4",
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
