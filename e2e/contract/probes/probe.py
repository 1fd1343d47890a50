"""Runs the installed library as testing/client-probe.ts says, and prints the results as JSON."""

import concurrent.futures
import dataclasses
import json
import os
import threading
import time
import types
import typing
from typing import Any, Literal, get_args, get_origin

from dropline import Dropline, DroplineError, WebhookVerificationError, is_newer, models, verify_webhook

INPUT = json.loads(os.environ["PROBE"])


def live() -> list[object]:
    # A busy machine may need longer than the defaults.
    dropline = Dropline(INPUT["key"], INPUT["url"], timeout=120, deadline=120)
    body: models.OrderRequest = INPUT["order"]
    order = dropline.create_order(body, sandbox_scenario="no_courier", sandbox_speed=60)
    second: models.OrderRequest = {**body, "external_order_id": "second"}
    dropline.create_order(second, sandbox_scenario="no_courier")
    patched = dropline.patch_order("second", {"comment": None, "cargo_size": "S"})
    delivered = dropline.step_order("second", {"until": "delivered"})
    history = dropline.get_order("second")
    cancelled = dropline.cancel_order(order["external_order_id"], {"reason": "other"})
    listed = [one["external_order_id"] for one in dropline.iterate_orders(limit=1, status=["delivered", "cancelled"])]
    events = [event for page in dropline.iterate_event_pages(limit=2) for event in page["events"]]
    try:
        dropline.get_order("there / is none")
    except DroplineError as error:
        missing = error
    try:
        dropline.create_quote({"pickup": {"latitude": 91, "longitude": 0}, "dropoffs": []})
    except DroplineError as error:
        invalid = error
    return [
        order["status"],
        patched["price"] == order["price"],
        delivered["status"],
        [change["status"] for change in history["status_changes"]],
        cancelled["status"],
        listed,
        [event["event"] for event in events if event["external_order_id"] == "second"],
        [missing.id, missing.status, missing.request_id != ""],
        [issue["field"] for issue in invalid.issues],
    ]


def outcome(place: int) -> dict[str, object]:
    answer = INPUT["answers"][place]
    dropline = Dropline(
        "dl_test_1",
        f"{INPUT['badUrl']}/{place}",
        retry_delay=0.01,
        timeout=answer.get("timeoutMs", 10_000) / 1000,
        deadline=answer.get("deadlineMs", 60_000) / 1000,
    )
    if answer.get("call") == "cancelled":
        dropline = dataclasses.replace(dropline, cancelled=threading.Event())
        threading.Timer(1, dropline.cancelled.set).start()
    started_at = time.monotonic()
    status, id, excerpt = 200, None, ""
    try:
        if answer.get("call") == "stepOrder":
            dropline.step_order("one")
        else:
            dropline.ping()
    except DroplineError as error:
        status, id, excerpt = error.status, error.id, error.excerpt
    except concurrent.futures.CancelledError:
        status, id = 0, "cancelled"
    return {"status": status, "id": id, "excerpt": excerpt, "ms": (time.monotonic() - started_at) * 1000}


def call_all() -> None:
    dropline = Dropline("dl_test_1", f"{INPUT['badUrl']}/calls", retry_delay=0.001)
    id, order = "a/b ?#é", INPUT["order"]
    point: models.Point = {"latitude": 1, "longitude": 2}
    dropline.create_order(order, sandbox_scenario="happy", sandbox_speed=2)
    at = "2026-11-21T14:00:00Z"
    dropline.list_orders(
        status=["new", "assigned"],
        created_from=at,
        created_to=at,
        updated_since=at,
        external_order_id_prefix="x",
        phone="12345",
        metadata={"key": "x"},
        limit=1,
        offset=2,
        cursor="x",
    )
    dropline.get_order(id)
    dropline.replace_order(id, order)
    dropline.patch_order(id, {})
    dropline.get_cancellation(id)
    dropline.cancel_order(id)
    dropline.answer_undeliverable(id, {"action": "leave"})
    dropline.issue_tracking_link(id)
    dropline.create_batch({"orders": [order]})
    dropline.get_batch(id, limit=1, offset=2)
    dropline.stop_batch(id)
    dropline.create_quote({"pickup": point, "dropoffs": [{**point}]})
    dropline.get_pricing()
    dropline.search_addresses("x", limit=1, near="1,2")
    dropline.find_nearest_address(1, 2)
    dropline.list_statements()
    dropline.get_statement(id, limit=1, offset=2)
    dropline.ping()
    dropline.list_events(after="x", limit=1)
    dropline.create_webhook_endpoint({"url": "x"})
    dropline.list_webhook_endpoints()
    dropline.get_webhook_endpoint(id)
    dropline.patch_webhook_endpoint(id, {})
    dropline.delete_webhook_endpoint(id)
    dropline.list_webhook_deliveries(id, limit=1, cursor="x")
    for call in (
        lambda: dropline.rotate_webhook_secret(id),
        lambda: dropline.test_webhook_endpoint(id),
        lambda: dropline.resend_webhook_delivery(id, id),
        lambda: dropline.step_order(id),
    ):
        try:
            call()
        except DroplineError:
            pass


def verify(webhook: dict[str, Any]) -> str:
    try:
        return verify_webhook(webhook["headers"], webhook["body"].encode(), webhook["secret"])["id"]
    except WebhookVerificationError:
        return "refused"


PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def shape(kind: Any) -> dict[str, object]:
    """The structure of a type as testing/client-models.ts has it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (typing.Union, types.UnionType):
        [one] = [argument for argument in arguments if argument is not types.NoneType]
        return {**shape(one), "nullable": True}
    if origin is typing.NotRequired:
        return shape(arguments[0])
    if origin is Literal:
        return {"type": "string", "nullable": False, "values": sorted(arguments)}
    if origin is list:
        return {"type": "list", "nullable": False, "items": shape(arguments[0])}
    if origin is dict:
        return {"type": "map", "nullable": False, "items": shape(arguments[1])}
    if kind in PLAIN:
        return {"type": PLAIN[kind], "nullable": False}
    fields = {
        name: {"required": name in kind.__required_keys__, "shape": shape(inner)}
        for name, inner in typing.get_type_hints(kind, include_extras=True).items()
    }
    return {"type": "object", "nullable": False, "fields": fields}


with concurrent.futures.ThreadPoolExecutor(max_workers=40) as pool:
    life, calls = pool.submit(live), pool.submit(call_all)
    outcomes = list(pool.map(outcome, range(len(INPUT["answers"]))))
    calls.result()
    report = {
        "life": life.result(),
        "outcomes": outcomes,
        "webhooks": [verify(webhook) for webhook in INPUT["webhooks"]],
        "newer": [is_newer(one["event"], one["last"]) for one in INPUT["events"]],
        "models": {name: shape(kind) for name, kind in vars(models).items() if typing.is_typeddict(kind)},
    }
print(json.dumps(report))
