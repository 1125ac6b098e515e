"""E-mail: subject, people and body; attachments are read by the readers of their names."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

from pipeline.errors import ReadError


def mail_parts(data: bytes) -> tuple[dict[str, str], str, str, list[tuple[str, bytes]]]:
    """The headers that matter, the plain text, the HTML where there is no plain text, and the attachments by name.

    Raises ReadError where the message cannot be taken apart.
    """
    try:
        message = message_from_bytes(data, policy=policy.default)
        headers = {key: str(message.get(key, "")) for key in ("Subject", "From", "To", "Cc", "Date")}
        if not any(headers.values()):
            raise ReadError("no e-mail: no headers")
        plain, html = _body(message, "plain"), ""
        if not plain.strip():
            html = _body(message, "html")
        return headers, plain, html, list(_attachments(message))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, IndexError, AssertionError) as error:
        raise ReadError(f"damaged e-mail: {type(error).__name__}: {str(error)[:200]}") from error


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""


def _attachments(message: EmailMessage) -> Iterator[tuple[str, bytes]]:
    for number, part in enumerate(message.iter_attachments(), 1):
        name = (part.get_filename() or f"attachment {number}").replace("\\", "/").rpartition("/")[2]
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            yield name, payload
