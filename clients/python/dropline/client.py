from collections.abc import Iterator
from typing import Unpack, cast
from urllib.parse import quote

from .models import (
    Account,
    AddressList,
    Batch,
    BatchRequest,
    BatchWithResults,
    CancellationTerms,
    CancelRequest,
    CreatedWebhookEndpoint,
    EventPage,
    NearestAddressAnswer,
    Order,
    OrderFilters,
    OrderList,
    OrderPatch,
    OrderRequest,
    OrderWithHistory,
    Quote,
    QuoteRequest,
    SandboxStep,
    StatementList,
    StatementWithLines,
    Tariff,
    TrackingLink,
    UndeliverableRequest,
    WebhookDeliveryId,
    WebhookDeliveryPage,
    WebhookEndpoint,
    WebhookEndpointBody,
    WebhookEndpointId,
    WebhookEndpointList,
    WebhookEndpointPatch,
    WebhookSecret,
)
from .transport import Transport

_MAX_PAGE_SIZE = 100


def _order(external_order_id: str, action: str = "") -> str:
    return f"/v1/partner/orders/{quote(external_order_id, safe='')}{action}"


def _batch(batch_id: str, action: str = "") -> str:
    return f"/v1/partner/batches/{quote(batch_id, safe='')}{action}"


def _endpoint(endpoint_id: str, action: str = "") -> str:
    return f"/v1/partner/webhook_endpoints/{quote(endpoint_id, safe='')}{action}"


class Dropline(Transport):
    """The Dropline API.

    Calls retry network errors and the statuses 429, 502, 503 and 504; that never creates a second order, because
    orders have your identifier. `dataclasses.replace(dropline, deadline=5)` makes a client with another option.
    """

    def create_order(
        self, body: OrderRequest, *, sandbox_scenario: str | None = None, sandbox_speed: float | None = None
    ) -> Order:
        """With a test key, `sandbox_scenario` is how the order goes, and `sandbox_speed` how fast, 1 to 600."""
        headers = {"X-Sandbox-Scenario": sandbox_scenario, "X-Sandbox-Speed": sandbox_speed}
        return cast(Order, self._call("POST", "/v1/partner/orders", headers=headers, body=body))

    def list_orders(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        **filters: Unpack[OrderFilters],
    ) -> OrderList:
        """One page, newest first. `iterate_orders` reads all pages. Not with both `offset` and `cursor`."""
        metadata = {f"metadata[{key}]": value for key, value in filters.pop("metadata", {}).items()}
        query = {**filters, **metadata, "limit": limit, "offset": offset, "cursor": cursor}
        return cast(OrderList, self._call("GET", "/v1/partner/orders", query=query))

    def iterate_orders(self, *, limit: int = _MAX_PAGE_SIZE, **filters: Unpack[OrderFilters]) -> Iterator[Order]:
        """Every order that matches, newest first, each once even if orders are created meanwhile."""
        page = self.list_orders(limit=limit, **filters)
        yield from page["orders"]
        while page["next_cursor"] is not None:
            page = self.list_orders(limit=limit, cursor=page["next_cursor"], **filters)
            yield from page["orders"]

    def get_order(self, external_order_id: str) -> OrderWithHistory:
        return cast(OrderWithHistory, self._call("GET", _order(external_order_id)))

    def replace_order(self, external_order_id: str, body: OrderRequest) -> Order:
        """Fields left out return to their defaults."""
        return cast(Order, self._call("PUT", _order(external_order_id), body=body))

    def patch_order(self, external_order_id: str, body: OrderPatch) -> Order:
        """Fields left out stay, None clears."""
        return cast(Order, self._call("PATCH", _order(external_order_id), body=body))

    def get_cancellation(self, external_order_id: str) -> CancellationTerms:
        """What a cancellation costs now."""
        return cast(CancellationTerms, self._call("GET", _order(external_order_id, "/cancellation")))

    def cancel_order(self, external_order_id: str, body: CancelRequest = {}) -> Order:
        return cast(Order, self._call("POST", _order(external_order_id, "/cancel"), body=body))

    def answer_undeliverable(self, external_order_id: str, body: UndeliverableRequest) -> Order:
        """Decides about a dropoff that could not be handed over."""
        return cast(Order, self._call("POST", _order(external_order_id, "/undeliverable"), body=body))

    def issue_tracking_link(self, external_order_id: str) -> TrackingLink:
        """Existing links stay."""
        return cast(TrackingLink, self._call("POST", _order(external_order_id, "/tracking_link")))

    def create_batch(self, body: BatchRequest) -> Batch:
        """The orders are created in the background, each as by `create_order`."""
        return cast(Batch, self._call("POST", "/v1/partner/batches", body=body))

    def get_batch(self, batch_id: str, *, limit: int | None = None, offset: int | None = None) -> BatchWithResults:
        """How far a batch is, with one page of its results."""
        return cast(BatchWithResults, self._call("GET", _batch(batch_id), query={"limit": limit, "offset": offset}))

    def stop_batch(self, batch_id: str) -> Batch:
        """Skips the pending orders."""
        return cast(Batch, self._call("POST", _batch(batch_id, "/stop")))

    def create_quote(self, body: QuoteRequest) -> Quote:
        return cast(Quote, self._call("POST", "/v1/partner/quotes", body=body))

    def get_pricing(self) -> Tariff:
        return cast(Tariff, self._call("GET", "/v1/delivery/pricing"))

    def search_addresses(self, query: str, *, limit: int | None = None, near: str | None = None) -> AddressList:
        """`near` is `latitude,longitude`."""
        values = {"query": query, "limit": limit, "near": near}
        return cast(AddressList, self._call("GET", "/v1/partner/addresses", query=values))

    def find_nearest_address(self, latitude: float, longitude: float) -> NearestAddressAnswer:
        values = {"latitude": latitude, "longitude": longitude}
        return cast(NearestAddressAnswer, self._call("GET", "/v1/partner/addresses/reverse", query=values))

    def list_statements(self) -> StatementList:
        return cast(StatementList, self._call("GET", "/v1/partner/statements"))

    def get_statement(
        self, month: str, *, limit: int | None = None, offset: int | None = None
    ) -> StatementWithLines:
        """`month` is such as `2026-11`. One page of the lines."""
        path = f"/v1/partner/statements/{quote(month, safe='')}"
        return cast(StatementWithLines, self._call("GET", path, query={"limit": limit, "offset": offset}))

    def ping(self) -> Account:
        """The account of the key."""
        return cast(Account, self._call("GET", "/v1/partner/ping"))

    def list_events(self, *, after: str | None = None, limit: int | None = None) -> EventPage:
        """One page of the event log. `iterate_event_pages` reads all pages."""
        return cast(EventPage, self._call("GET", "/v1/partner/events", query={"after": after, "limit": limit}))

    def iterate_event_pages(self, *, after: str | None = None, limit: int = _MAX_PAGE_SIZE) -> Iterator[EventPage]:
        """The pages of the event log up to its end.

        Store `next_cursor` with the results of a page, and continue `after` it the next time.
        """
        page = self.list_events(after=after, limit=limit)
        while page["events"]:
            yield page
            if not page["has_more"]:
                return
            page = self.list_events(after=page["next_cursor"], limit=limit)

    def create_webhook_endpoint(self, body: WebhookEndpointBody) -> CreatedWebhookEndpoint | WebhookEndpoint:
        """Only a new endpoint has its `secret`; an existing one with this URL is returned unchanged."""
        path = "/v1/partner/webhook_endpoints"
        return cast(CreatedWebhookEndpoint | WebhookEndpoint, self._call("POST", path, body=body))

    def list_webhook_endpoints(self) -> WebhookEndpointList:
        """All of them, oldest first."""
        return cast(WebhookEndpointList, self._call("GET", "/v1/partner/webhook_endpoints"))

    def get_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpoint:
        return cast(WebhookEndpoint, self._call("GET", _endpoint(endpoint_id)))

    def patch_webhook_endpoint(self, endpoint_id: str, body: WebhookEndpointPatch) -> WebhookEndpoint:
        """Fields left out stay."""
        return cast(WebhookEndpoint, self._call("PATCH", _endpoint(endpoint_id), body=body))

    def delete_webhook_endpoint(self, endpoint_id: str) -> WebhookEndpointId:
        return cast(WebhookEndpointId, self._call("DELETE", _endpoint(endpoint_id)))

    def rotate_webhook_secret(self, endpoint_id: str) -> WebhookSecret:
        """For 24 hours both secrets sign. Never retried, since each call replaces the secret again."""
        path = _endpoint(endpoint_id, "/rotate_secret")
        return cast(WebhookSecret, self._call("POST", path, is_repeatable=False))

    def test_webhook_endpoint(self, endpoint_id: str) -> WebhookDeliveryId:
        """Sends `webhook.test`. Never retried, since each call sends another."""
        return cast(WebhookDeliveryId, self._call("POST", _endpoint(endpoint_id, "/test"), is_repeatable=False))

    def list_webhook_deliveries(
        self, endpoint_id: str, *, limit: int | None = None, cursor: str | None = None
    ) -> WebhookDeliveryPage:
        """One page, newest first. Pass `next_cursor` as `cursor` for the next."""
        query = {"limit": limit, "cursor": cursor}
        return cast(WebhookDeliveryPage, self._call("GET", _endpoint(endpoint_id, "/deliveries"), query=query))

    def resend_webhook_delivery(self, endpoint_id: str, delivery_id: str) -> WebhookDeliveryId:
        """Never retried, since each call sends the event again."""
        path = _endpoint(endpoint_id, f"/deliveries/{quote(delivery_id, safe='')}/resend")
        return cast(WebhookDeliveryId, self._call("POST", path, is_repeatable=False))

    def step_order(self, external_order_id: str, body: SandboxStep = {}) -> Order:
        """With a test key: takes the courier's next step. Never retried, since each call takes another step."""
        path = f"/v1/partner/sandbox/orders/{quote(external_order_id, safe='')}/step"
        return cast(Order, self._call("POST", path, body=body, is_repeatable=False))
