import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from .models import Event

_MAX_AGE_SECONDS = 300


class WebhookVerificationError(Exception):
    """The webhook is not by Dropline, or older than five minutes."""


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> Event:
    """Returns the event of a request to your webhook URL.

    body: exactly as received, before json.loads.
    secret: the endpoint's secret, `whsec_…`.
    Raises WebhookVerificationError if none of its signatures is by this secret, or it is older than five minutes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures = given["webhook-signature"]
    except KeyError as missing:
        raise WebhookVerificationError(f"The header {missing} is missing") from None
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > _MAX_AGE_SECONDS:
        raise WebhookVerificationError("The webhook's timestamp is not within five minutes of now")
    data = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{message_id}.{timestamp}.".encode() + data, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    if not any(hmac.compare_digest(expected, signature.encode()) for signature in signatures.split(" ")):
        raise WebhookVerificationError("No signature of the webhook is by this secret")
    return cast(Event, json.loads(data))


def is_newer(event: Event, last_sequence: int | None) -> bool:
    """Whether an event is newer than the last one you processed of the same order, whose `sequence` you stored.

    Webhooks can arrive twice and in any order.
    """
    # Positions have the sequence of the order's latest event.
    is_position = event["event"] == "driver.location_updated"
    return event["sequence"] + is_position > (last_sequence or 0)
