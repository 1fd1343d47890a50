"""Client of the Dropline API: order courier deliveries and follow them."""

from . import models
from .client import Dropline
from .transport import DroplineError, FieldIssue
from .webhooks import WebhookVerificationError, is_newer, verify_webhook

__all__ = [
    "Dropline",
    "DroplineError",
    "FieldIssue",
    "WebhookVerificationError",
    "is_newer",
    "models",
    "verify_webhook",
]
