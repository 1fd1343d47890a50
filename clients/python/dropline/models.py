"""Requests and responses of the API. Timestamps are ISO 8601 in UTC, amounts RUB, distances meters, durations seconds.

Responses may have further fields and further values of enums, since the API adds them within a version.
"""

from typing import Literal, NotRequired, TypedDict

CargoSize = Literal["S", "M", "L", "XL"]
ContactType = Literal["phone", "whatsapp", "telegram"]
DeliveryMode = Literal["shared", "direct"]
FailureCode = Literal[
    "recipient_absent",
    "refused",
    "wrong_address",
    "no_access",
    "damaged",
    "code_failed",
    "payment_problem",
    "other",
]
IfUndeliverable = Literal["return", "leave", "ask"]
Locale = Literal["ru", "en"]
OrderStatus = Literal["new", "assigned", "in_progress", "delivered", "cancelled"]
PaymentType = Literal["cash", "card"]
Routing = Literal["roads", "estimate"]
RoutingMode = Literal["sequential", "parallel"]
WebhookEventType = Literal[
    "order.created",
    "order.updated",
    "order.courier_not_found",
    "order.assigned",
    "order.driver_changed",
    "order.in_progress",
    "order.stop_completed",
    "order.stop_failed",
    "order.return_started",
    "order.returned",
    "order.proof_added",
    "order.delivered",
    "order.cancelled",
    "driver.location_updated",
]


DeliveryWindow = TypedDict("DeliveryWindow", {"from": str, "to": str})
ChosenWindow = TypedDict("ChosenWindow", {"from": str, "to": str})


class Point(TypedDict):
    latitude: float
    longitude: float


class Address(Point):
    area: str
    street: str
    building: str
    apartment: NotRequired[int | None]
    entrance: NotRequired[int | None]
    floor: NotRequired[int | None]
    intercom: NotRequired[str | None]
    instructions: NotRequired[str | None]


class AddressPatch(TypedDict, total=False):
    latitude: float
    longitude: float
    area: str
    street: str
    building: str
    apartment: int | None
    entrance: int | None
    floor: int | None
    intercom: str | None
    instructions: str | None


class Contact(TypedDict):
    value: str
    name: NotRequired[str | None]
    type: NotRequired[ContactType]


class ContactPatch(TypedDict, total=False):
    value: str
    name: str | None
    type: ContactType


class ProofRequest(TypedDict, total=False):
    photo: bool
    code: bool
    signature: bool


ProofPatch = ProofRequest


class Pickup(TypedDict):
    address: Address
    contact: Contact
    proof: NotRequired[ProofRequest]


class PickupPatch(TypedDict, total=False):
    address: AddressPatch
    contact: ContactPatch
    proof: ProofPatch


class Dropoff(Pickup):
    cargo_size: NotRequired[CargoSize]
    payment_type: NotRequired[PaymentType]
    payment_amount: NotRequired[float | None]
    delivery_window: NotRequired[DeliveryWindow | None]
    doorstep: NotRequired[bool]
    notify: NotRequired[bool]
    locale: NotRequired[Locale]
    metadata: NotRequired[dict[str, str]]


class DropoffPatch(PickupPatch, total=False):
    index: int
    cargo_size: CargoSize
    payment_type: PaymentType
    delivery_window: DeliveryWindow | None
    payment_amount: float | None
    doorstep: bool
    notify: bool
    locale: Locale
    metadata: dict[str, str | None]


class OrderTerms(TypedDict, total=False):
    quote_id: str
    cargo_size: CargoSize
    routing_mode: RoutingMode
    payment_type: PaymentType
    payment_amount: float | None
    delivery_time: str | None
    delivery_window: DeliveryWindow | None
    ready_at: str | None
    delivery_mode: DeliveryMode
    comment: str | None
    if_undeliverable: IfUndeliverable
    notify: bool
    locale: Locale


class OrderRequest(OrderTerms):
    external_order_id: str
    pickup: Pickup
    dropoffs: list[Dropoff]
    metadata: NotRequired[dict[str, str]]


class OrderPatch(OrderTerms, total=False):
    pickup: PickupPatch
    dropoffs: list[DropoffPatch]
    metadata: dict[str, str | None]


class OrderFilters(TypedDict, total=False):
    """Conditions of a list of orders; `updated_since` sorts by the last change, oldest first."""

    status: list[OrderStatus]
    created_from: str
    created_to: str
    updated_since: str
    external_order_id_prefix: str
    phone: str
    metadata: dict[str, str]


class CancelRequest(TypedDict, total=False):
    reason: str
    comment: str | None
    max_fee: float


class UndeliverableRequest(TypedDict):
    action: Literal["retry", "return", "leave"]
    index: NotRequired[int]


class BatchRequest(TypedDict):
    external_batch_id: NotRequired[str]
    orders: list[OrderRequest]


class QuoteRequestDropoff(Point):
    cargo_size: NotRequired[CargoSize]
    delivery_window: NotRequired[DeliveryWindow | None]


class QuoteRequest(TypedDict):
    pickup: Point
    dropoffs: list[QuoteRequestDropoff]
    cargo_size: NotRequired[CargoSize]
    routing_mode: NotRequired[RoutingMode]
    delivery_time: NotRequired[str | None]
    delivery_window: NotRequired[DeliveryWindow | None]


class StepFailure(TypedDict):
    code: FailureCode
    comment: NotRequired[str | None]


class StepReport(TypedDict, total=False):
    code: str
    signer_name: str
    failure: StepFailure
    calls: int


class SandboxStep(TypedDict, total=False):
    control: Literal["play", "pause", "lose_gps", "find_gps", "delay"]
    speed: float
    until: Literal["assigned", "in_progress", "delivered"]
    step: Literal[
        "assign",
        "accept",
        "arrive_at_pickup",
        "pick_up",
        "arrive",
        "hand_over",
        "fail",
        "arrive_back",
        "give_back",
    ]
    report: StepReport


class WebhookEndpointBody(TypedDict):
    url: str
    events: NotRequired[list[WebhookEventType]]
    description: NotRequired[str]


class WebhookEndpointPatch(TypedDict, total=False):
    url: str
    events: list[WebhookEventType]
    description: str
    status: Literal["enabled", "disabled"]


class Transport(TypedDict, total=False):
    type: str
    make: str
    model: str
    color: str
    number: str


class Driver(TypedDict):
    name: str
    phone: str
    transport: Transport


class DriverLocation(Point):
    heading: float
    updated_at: str


class OrderReturn(TypedDict):
    state: Literal["pending", "on_the_way", "returned"]
    price: float
    eta: str | None
    driver_location: DriverLocation | None


class TrackingLink(TypedDict):
    external_order_id: str
    order_code: str
    tracking_url: str | None
    tracking_urls: list[str] | None


# `return` and `from` are keywords.
_WithReturn = TypedDict("_WithReturn", {"return": OrderReturn | None})


class Order(TrackingLink, _WithReturn):
    status: OrderStatus
    price: float | None
    total: float | None
    routing: Routing | None
    delivered_at: str | None
    driver: Driver | None
    driver_location: DriverLocation | None
    metadata: dict[str, str]
    held_reason: Literal["unusual_trip"] | None
    ready_at: str | None
    delivery_mode: DeliveryMode
    delivery_window: ChosenWindow | None
    stops_before: list[int | None] | None


class OrderList(TypedDict):
    orders: list[Order]
    limit: int
    offset: int
    next_cursor: str | None


class StopFailure(TypedDict):
    code: FailureCode
    comment: str | None
    at: str
    attempts: int
    calls: int
    resolution: Literal["open", "return", "leave"]
    answer_until: str | None


class StopProof(TypedDict):
    photo_urls: list[str] | None
    signature_url: str | None
    code: Literal["matched", "overridden"] | None
    signer_name: str | None
    location: Point | None
    distance_m: int | None


class Stop(TypedDict):
    index: int
    kind: Literal["pickup", "dropoff", "return"]
    outcome: Literal["pending", "done", "failed"]
    arrived_at: str | None
    completed_at: str | None
    failure: StopFailure | None
    recipient_decision: Literal["come_again", "leave", "later"] | None
    proof: StopProof | None
    metadata: dict[str, str]
    delivery_window: ChosenWindow | None


class Charge(TypedDict):
    type: Literal["cancellation", "waiting", "return", "adjustment"]
    amount: float
    at: str
    why: str


class StatusChange(TypedDict):
    status: OrderStatus
    changed_at: str


ArrivalWindow = TypedDict("ArrivalWindow", {"from": str, "to": str})


class OrderWithHistory(Order):
    stops: list[Stop]
    charges: list[Charge]
    status_changes: list[StatusChange]
    estimated_arrivals: list[ArrivalWindow | None] | None
    planned_pickup: ArrivalWindow | None


class CancellationTerms(TypedDict):
    allowed: bool
    fee: float
    reason: Literal[
        "free_until_assigned",
        "courier_assigned",
        "courier_arrived",
        "goods_return",
        "already_cancelled",
        "already_delivered",
    ]
    valid_until: str | None


class Batch(TypedDict):
    batch_id: str
    external_batch_id: str | None
    status: Literal["queued", "running", "finished", "stopped"]
    total: int
    created: int
    existing: int
    rejected: int
    pending: int
    created_at: str
    finished_at: str | None


class BatchError(TypedDict):
    id: str
    code: str
    message: str
    details: str


class BatchResult(TypedDict):
    index: int
    external_order_id: str | None
    outcome: Literal["pending", "created", "existing", "rejected", "skipped"]
    order_code: str | None
    error: BatchError | None


class BatchWithResults(Batch):
    results: list[BatchResult]


class QuoteDropoff(TypedDict):
    route_id: str
    distance: float
    duration: float
    cargo_size: CargoSize
    price: float


class Quote(TypedDict):
    quote_id: str
    price: float
    return_price: float
    distance: float
    duration: float
    routing: Routing
    expires_at: str
    dropoffs: list[QuoteDropoff]


class FoundAddress(Point):
    area: str
    street: str
    building: str
    label: str
    approximate: bool


class AddressList(TypedDict):
    addresses: list[FoundAddress]


class NearestAddress(FoundAddress):
    distance: int


class NearestAddressAnswer(TypedDict):
    address: NearestAddress | None


class AccountOwner(TypedDict):
    id: str
    email: str | None


class Account(TypedDict):
    ok: bool
    account: AccountOwner
    scopes: list[str]
    rate_limit_per_minute: int | None
    data_epoch: str
    data_until: str | None


class Cancellation(TypedDict):
    reason: str
    comment: str | None


class Event(TypedDict):
    id: str
    event: Literal[
        "order.created",
        "order.updated",
        "order.courier_not_found",
        "order.assigned",
        "order.driver_changed",
        "order.in_progress",
        "order.stop_completed",
        "order.stop_failed",
        "order.return_started",
        "order.returned",
        "order.proof_added",
        "order.delivered",
        "order.cancelled",
        "driver.location_updated",
        "webhook.test",
    ]
    created_at: str
    status: OrderStatus
    cancellation: Cancellation | None
    external_order_id: str
    order_code: str
    sequence: int
    test: bool
    order: Order
    stop: Stop | None


class EventPage(TypedDict):
    events: list[Event]
    next_cursor: str
    has_more: bool


class WebhookEndpointId(TypedDict):
    endpoint_id: str


class WebhookEndpoint(WebhookEndpointId):
    url: str
    events: list[WebhookEventType]
    description: str
    status: Literal["enabled", "disabled"]
    created_at: str


class WebhookSecret(TypedDict):
    secret: str


class CreatedWebhookEndpoint(WebhookEndpoint, WebhookSecret):
    pass


class WebhookEndpointList(TypedDict):
    endpoints: list[WebhookEndpoint]


class WebhookDeliveryId(TypedDict):
    delivery_id: str


class WebhookAttempt(TypedDict):
    attempted_at: str
    status_code: int | None
    failure: str | None
    duration_ms: int


class WebhookDelivery(WebhookDeliveryId):
    event_id: str
    event: str
    external_order_id: str | None
    status: Literal["pending", "succeeded", "failed"]
    created_at: str
    next_attempt_at: str | None
    attempts: list[WebhookAttempt]


class WebhookDeliveryPage(TypedDict):
    deliveries: list[WebhookDelivery]
    next_cursor: str | None


class TariffBand(TypedDict):
    min_km: float
    max_km: float | None
    price: float
    per_km_over: float | None


class TariffFees(TypedDict):
    cancellation_assigned: float
    cancellation_arrived: float
    waiting_free_minutes: float
    waiting_per_minute: float
    return_percent: float


class Tariff(TypedDict):
    base_price: float
    first_threshold_km: float
    band_width_km: float
    band_step: float
    max_threshold_km: float
    per_km_over: float
    cargo_size_step_fee: float
    bands: list[TariffBand]
    fees: TariffFees


class Statement(TypedDict):
    month: str
    time_zone: str
    starts_at: str
    ends_at: str
    closed_at: str | None
    line_count: int
    total: float
    vat_percent: float | None
    vat: float | None
    legal_name: str | None
    legal_details: str | None


class StatementList(TypedDict):
    statements: list[Statement]
    balance: float | None


class StatementBand(TypedDict):
    min_km: float
    max_km: float | None


class StatementLeg(TypedDict):
    distance: int
    band: StatementBand
    cargo_size: CargoSize
    price: float


_WithReturnFee = TypedDict("_WithReturnFee", {"return": float})


class StatementLine(_WithReturnFee):
    type: Literal["order", "correction"]
    corrects: str | None
    external_order_id: str
    order_code: str
    status: Literal["delivered", "cancelled"]
    ended_at: str
    price: float
    cancellation: float
    waiting: float
    adjustment: float
    total: float
    buyout: float
    tariff: int
    return_distance: int | None
    legs: list[StatementLeg]


class StatementTariff(TypedDict):
    version: int
    tariff: Tariff


class StatementWithLines(TypedDict):
    statement: Statement
    lines: list[StatementLine]
    tariffs: list[StatementTariff]
