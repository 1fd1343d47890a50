import concurrent.futures
import email.utils
import http.client
import json
import random
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

_TRANSIENT_STATUSES = (429, 502, 503, 504)
_MAX_EXCERPT_LENGTH = 200


class FieldIssue(TypedDict):
    """A problem with one field of a rejected payload."""

    field: str
    message: str


class DroplineError(Exception):
    """A call that did not succeed.

    status: the HTTP status; 0 if there was no complete response.
    id: the kind of error, such as `order.not_found`; `client.no_response` after a network error or timeout, and
        `client.unreadable_response` if something else than the API responded, such as a proxy.
    issues: the invalid fields of a rejected payload.
    request_id: identifies the response; include it in questions to support.
    excerpt: the beginning of an unreadable response.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        id: str,
        issues: list[FieldIssue] | None = None,
        request_id: str = "",
        excerpt: str = "",
    ) -> None:
        super().__init__(message)
        self.status = status
        self.id = id
        self.issues = issues or []
        self.request_id = request_id
        self.excerpt = excerpt


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns every response as it is. A followed redirect would turn a POST into a GET."""

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        return response

    https_response = http_response


_opener = urllib.request.build_opener(_AnyStatus)


@dataclass(frozen=True)
class Transport:
    """Sends calls. Times are seconds."""

    key: str = field(repr=False)
    base_url: str
    retries: int = 2
    retry_delay: float = 0.5
    timeout: float = 10
    deadline: float = 60
    cancelled: threading.Event = field(default_factory=threading.Event)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] = {},
        headers: Mapping[str, object] = {},
        body: object = None,
        is_repeatable: bool = True,
    ) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        url = self.base_url.rstrip("/") + path + ("?" + urllib.parse.urlencode(given, doseq=True) if given else "")
        sent = {name: str(value) for name, value in headers.items() if value is not None}
        sent["Authorization"] = f"Bearer {self.key}"
        data = None
        if body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=sent, method=method)
        ends_at = time.monotonic() + self.deadline
        attempt = 0
        while True:
            retry_after = 0.0
            if self.cancelled.is_set():
                raise concurrent.futures.CancelledError
            try:
                status, answer_headers, text = self._send(request, ends_at)
            except (OSError, http.client.HTTPException) as cause:
                error = DroplineError(f"No complete response: {cause}", status=0, id="client.no_response")
                error.__cause__ = cause
                is_transient = True
            else:
                answer = _parse(text)
                if 200 <= status < 300 and answer.get("success") is True and isinstance(answer.get("data"), dict):
                    return answer["data"]
                error = _to_error(status, answer_headers, text, answer)
                retry_after = _read_retry_after(answer_headers.get("Retry-After"))
                is_transient = status in _TRANSIENT_STATUSES or (status == 409 and "Retry-After" in answer_headers)
            wait = retry_after + self.retry_delay * 2**attempt * random.uniform(0.5, 1.5)
            is_last = attempt >= self.retries or time.monotonic() + wait >= ends_at
            if is_last or not is_transient or not is_repeatable:
                raise error
            self.cancelled.wait(wait)
            attempt += 1

    def _send(self, request: urllib.request.Request, ends_at: float) -> tuple[int, Mapping[str, str], str]:
        started_at = time.monotonic()
        attempt_ends_at = min(ends_at, started_at + self.timeout)
        with _opener.open(request, timeout=max(0.001, attempt_ends_at - started_at)) as response:
            parts = []
            # The timeout of a socket is for each read.
            while part := response.read1(65536):
                parts.append(part)
                if time.monotonic() > attempt_ends_at:
                    raise TimeoutError("The response took too long")
            if response.length:
                raise http.client.IncompleteRead(b"", response.length)
            return response.status, response.headers, b"".join(parts).decode(errors="replace")


def _parse(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _to_error(status: int, headers: Mapping[str, str], text: str, answer: dict[str, Any]) -> DroplineError:
    request_id = headers.get("X-Request-Id", "")
    error = answer.get("error")
    if answer.get("success") is False and isinstance(error, dict) and isinstance(error.get("id"), str):
        try:
            issues = json.loads(error.get("details", ""))
        except (TypeError, ValueError):
            issues = []
        return DroplineError(
            str(error.get("message")),
            status=status,
            id=error["id"],
            issues=issues if isinstance(issues, list) else [],
            request_id=request_id,
        )
    excerpt = text[:_MAX_EXCERPT_LENGTH]
    return DroplineError(
        f"Status {status} with a body that is not the API's: {excerpt or '(empty)'}",
        status=status,
        id="client.unreadable_response",
        request_id=request_id,
        excerpt=excerpt,
    )


def _read_retry_after(text: str | None) -> float:
    """Retry-After is seconds or an HTTP date."""
    if text is None:
        return 0.0
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return 0.0
