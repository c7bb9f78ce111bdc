"""Multipart forms of which no part is lost: Django drops parts with a header it can't read."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, load_handler
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.utils.datastructures import MultiValueDict

UNNAMED = "unnamed"
"""The name of a file whose name has no usable characters."""


def keep_all_parts(request: HttpRequest) -> None:
    """Read the form of a request whole. To be called before the form is used, and after its length
    was checked.
    """
    request.upload_handlers.insert(0, _WholeForm(request))


class _Parser(MultiPartParser):
    """Django's parser, which keeps files whose name is only dots or control characters."""

    def sanitize_file_name(self, file_name: str) -> str | None:
        """Return the last part of a path, or `unnamed`."""
        return super().sanitize_file_name(file_name) or UNNAMED


class _WholeForm(FileUploadHandler):
    """Parses the whole form after its headers were made readable."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Mapping[str, Any],
        content_length: int,  # noqa: ARG002 - the signature of a handler
        boundary: Any,  # bytes
        encoding: str | None = None,
    ) -> tuple[QueryDict, MultiValueDict[str, Any]]:
        """Return the fields and files. Raises MultiPartParserError if a part can't be read."""
        body, n_parts = _with_readable_headers(input_data.read(), boundary)
        handlers = [load_handler(name, self.request) for name in settings.FILE_UPLOAD_HANDLERS]
        try:
            fields, files = _Parser(META, BytesIO(body), handlers, encoding).parse()
        except LookupError as error:  # an unknown encoding in `filename*`
            raise MultiPartParserError(str(error)) from error
        if sum(len(values) for _, values in (*fields.lists(), *files.lists())) < n_parts:
            raise MultiPartParserError("A part of the form has no header that can be read.")
        return fields, files


def _with_readable_headers(body: bytes, boundary: bytes) -> tuple[bytes, int]:
    """Return a form with the headers of its parts in UTF-8, and the number of its parts. Headers
    that are not UTF-8 are read as Latin-1, as HTTP did.
    """
    line = b"--" + boundary + b"\r\n"
    pieces: list[bytes] = []
    done = n_parts = 0
    at = body.find(line)
    while at != -1:
        start = at + len(line)
        stop = body.find(b"\r\n\r\n", start)
        if stop == -1:
            break
        if at == 0 or body[at - 2 : at] == b"\r\n":
            n_parts += 1
            pieces += [body[done:start], _as_utf_8(body[start:stop])]
            done = stop
        at = body.find(line, stop)
    return b"".join([*pieces, body[done:]]), n_parts


def _as_utf_8(headers: bytes) -> bytes:
    lines = headers.split(b"\r\n")
    for number, line in enumerate(lines):
        try:
            line.decode()
        except UnicodeDecodeError:
            lines[number] = line.decode("latin-1").encode()
    return b"\r\n".join(lines)
