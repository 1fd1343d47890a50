<?php

declare(strict_types=1);

namespace Dropline;

/**
 * The arrays of requests and responses, for static analysis. Timestamps are ISO 8601 in UTC, amounts RUB, distances
 * meters, durations seconds. Responses may have further keys and values, since the API adds them within a version.
 *
 * @phpstan-type CargoSize 'S'|'M'|'L'|'XL'
 * @phpstan-type RoutingMode 'sequential'|'parallel'
 * @phpstan-type PaymentType 'cash'|'card'
 * @phpstan-type DeliveryMode 'shared'|'direct'
 * @phpstan-type IfUndeliverable 'return'|'leave'|'ask'
 * @phpstan-type Locale 'ru'|'en'
 * @phpstan-type ContactType 'phone'|'whatsapp'|'telegram'
 * @phpstan-type UndeliverableAction 'retry'|'return'|'leave'
 * @phpstan-type SandboxControl 'play'|'pause'|'lose_gps'|'find_gps'|'delay'
 * @phpstan-type SandboxGoal 'assigned'|'in_progress'|'delivered'
 * @phpstan-type CourierStep
 *     'assign'|'accept'|'arrive_at_pickup'|'pick_up'|'arrive'|'hand_over'|'fail'|'arrive_back'|
 *     'give_back'
 * @phpstan-type FailureCode
 *     'recipient_absent'|'refused'|'wrong_address'|'no_access'|'damaged'|'code_failed'|
 *     'payment_problem'|'other'
 * @phpstan-type OrderStatus 'new'|'assigned'|'in_progress'|'delivered'|'cancelled'
 * @phpstan-type Routing 'roads'|'estimate'
 * @phpstan-type HeldReason 'unusual_trip'
 * @phpstan-type ReturnState 'pending'|'on_the_way'|'returned'
 * @phpstan-type BatchStatus 'queued'|'running'|'finished'|'stopped'
 * @phpstan-type BatchOutcome 'pending'|'created'|'existing'|'rejected'|'skipped'
 * @phpstan-type EndpointStatus 'enabled'|'disabled'
 * @phpstan-type DeliveryStatus 'pending'|'succeeded'|'failed'
 * @phpstan-type StopKind 'pickup'|'dropoff'|'return'
 * @phpstan-type StopOutcome 'pending'|'done'|'failed'
 * @phpstan-type RecipientDecision 'come_again'|'leave'|'later'
 * @phpstan-type Resolution 'open'|'return'|'leave'
 * @phpstan-type CodeCheck 'matched'|'overridden'
 * @phpstan-type ChargeType 'cancellation'|'waiting'|'return'|'adjustment'
 * @phpstan-type CancellationTermsReason
 *     'free_until_assigned'|'courier_assigned'|'courier_arrived'|'goods_return'|'already_cancelled'|
 *     'already_delivered'
 * @phpstan-type EventType
 *     'order.created'|'order.updated'|'order.courier_not_found'|'order.assigned'|'order.driver_changed'|
 *     'order.in_progress'|'order.stop_completed'|'order.stop_failed'|'order.return_started'|
 *     'order.returned'|'order.proof_added'|'order.delivered'|'order.cancelled'|
 *     'driver.location_updated'|'webhook.test'
 * @phpstan-type WebhookEventType
 *     'order.created'|'order.updated'|'order.courier_not_found'|'order.assigned'|'order.driver_changed'|
 *     'order.in_progress'|'order.stop_completed'|'order.stop_failed'|'order.return_started'|
 *     'order.returned'|'order.proof_added'|'order.delivered'|'order.cancelled'|'driver.location_updated'
 * @phpstan-type Pickup array{address: Address, contact: Contact, proof?: ProofRequest}
 * @phpstan-type OrderRequest array{
 *     external_order_id: string, quote_id?: string, pickup: Pickup, dropoffs: list<Dropoff>,
 *     cargo_size?: CargoSize, routing_mode?: RoutingMode, payment_type?: PaymentType,
 *     payment_amount?: float|null, delivery_time?: string|null, delivery_window?: DeliveryWindow|null,
 *     ready_at?: string|null, delivery_mode?: DeliveryMode, comment?: string|null, if_undeliverable?: IfUndeliverable,
 *     notify?: bool, locale?: Locale, metadata?: array<string, string>,
 * }
 * @phpstan-type Address array{
 *     latitude: float, longitude: float, area: string, street: string, building: string,
 *     apartment?: int|null, entrance?: int|null, floor?: int|null, intercom?: string|null,
 *     instructions?: string|null,
 * }
 * @phpstan-type Contact array{value: string, name?: string|null, type?: ContactType}
 * @phpstan-type ProofRequest array{photo?: bool, code?: bool, signature?: bool}
 * @phpstan-type Dropoff array{
 *     address: Address, contact: Contact, proof?: ProofRequest, cargo_size?: CargoSize,
 *     payment_type?: PaymentType, payment_amount?: float|null, doorstep?: bool, notify?: bool,
 *     locale?: Locale, delivery_window?: DeliveryWindow|null, metadata?: array<string, string>,
 * }
 * @phpstan-type PickupPatch array{address?: AddressPatch, contact?: ContactPatch, proof?: ProofPatch}
 * @phpstan-type OrderPatch array{
 *     pickup?: PickupPatch, dropoffs?: list<DropoffPatch>, quote_id?: string, cargo_size?: CargoSize,
 *     routing_mode?: RoutingMode, payment_type?: PaymentType, payment_amount?: float|null,
 *     delivery_time?: string|null, delivery_window?: DeliveryWindow|null, ready_at?: string|null,
 *     delivery_mode?: DeliveryMode, comment?: string|null, if_undeliverable?: IfUndeliverable, notify?: bool, locale?: Locale,
 *     metadata?: array<string, string|null>,
 * }
 * @phpstan-type OrderFilters array{
 *     status?: list<OrderStatus>, created_from?: string, created_to?: string, updated_since?: string,
 *     external_order_id_prefix?: string, phone?: string, metadata?: array<string, string>,
 * }
 * @phpstan-type AddressPatch array{
 *     latitude?: float, longitude?: float, area?: string, street?: string, building?: string,
 *     apartment?: int|null, entrance?: int|null, floor?: int|null, intercom?: string|null,
 *     instructions?: string|null,
 * }
 * @phpstan-type ContactPatch array{value?: string, name?: string|null, type?: ContactType}
 * @phpstan-type ProofPatch array{photo?: bool, code?: bool, signature?: bool}
 * @phpstan-type DropoffPatch array{
 *     index?: int, address?: AddressPatch, contact?: ContactPatch, proof?: ProofPatch,
 *     cargo_size?: CargoSize, payment_type?: PaymentType, payment_amount?: float|null, doorstep?: bool,
 *     notify?: bool, locale?: Locale, delivery_window?: DeliveryWindow|null,
 *     metadata?: array<string, string|null>,
 * }
 * @phpstan-type CancelRequest array{reason?: string, comment?: string|null, max_fee?: float}
 * @phpstan-type UndeliverableRequest array{action: UndeliverableAction, index?: int}
 * @phpstan-type Point array{latitude: float, longitude: float}
 * @phpstan-type BatchRequest array{external_batch_id?: string, orders: list<OrderRequest>}
 * @phpstan-type QuoteRequestDropoff array{
 *     latitude: float, longitude: float, cargo_size?: CargoSize, delivery_window?: DeliveryWindow|null,
 * }
 * @phpstan-type QuoteRequest array{
 *     pickup: Point, dropoffs: list<QuoteRequestDropoff>, cargo_size?: CargoSize,
 *     routing_mode?: RoutingMode, delivery_time?: string|null, delivery_window?: DeliveryWindow|null,
 * }
 * @phpstan-type WebhookEndpointBody array{url: string, events?: list<WebhookEventType>, description?: string}
 * @phpstan-type WebhookEndpointPatch array{
 *     url?: string, events?: list<WebhookEventType>, description?: string, status?: EndpointStatus,
 * }
 * @phpstan-type StepFailure array{code: FailureCode, comment?: string|null}
 * @phpstan-type StepReport array{code?: string, signer_name?: string, failure?: StepFailure, calls?: int}
 * @phpstan-type SandboxStep array{
 *     control?: SandboxControl, speed?: float, until?: SandboxGoal, step?: CourierStep,
 *     report?: StepReport,
 * }
 * @phpstan-type Order array{
 *     external_order_id: string, order_code: string, status: OrderStatus, price: float|null,
 *     total: float|null, routing: Routing|null, tracking_url: string|null,
 *     tracking_urls: list<string>|null, delivered_at: string|null, driver: Driver|null,
 *     driver_location: DriverLocation|null, return: OrderReturn|null, metadata: array<string, string>,
 *     held_reason: HeldReason|null, ready_at: string|null, delivery_mode: DeliveryMode,
 *     delivery_window: ChosenWindow|null, stops_before: list<int|null>|null,
 * }
 * @phpstan-type Transport array{type?: string, make?: string, model?: string, color?: string, number?: string}
 * @phpstan-type Driver array{name: string, phone: string, transport: Transport}
 * @phpstan-type DriverLocation array{latitude: float, longitude: float, heading: float, updated_at: string}
 * @phpstan-type OrderReturn array{
 *     state: ReturnState, price: float, eta: string|null, driver_location: DriverLocation|null,
 * }
 * @phpstan-type Stop array{
 *     index: int, kind: StopKind, outcome: StopOutcome, arrived_at: string|null,
 *     completed_at: string|null, failure: StopFailure|null, recipient_decision: RecipientDecision|null,
 *     proof: StopProof|null, metadata: array<string, string>, delivery_window: ChosenWindow|null,
 * }
 * @phpstan-type StopFailure array{
 *     code: FailureCode, comment: string|null, at: string, attempts: int, calls: int,
 *     resolution: Resolution, answer_until: string|null,
 * }
 * @phpstan-type StopProof array{
 *     photo_urls: list<string>|null, signature_url: string|null, code: CodeCheck|null,
 *     signer_name: string|null, location: Point|null, distance_m: int|null,
 * }
 * @phpstan-type OrderList array{orders: list<Order>, limit: int, offset: int, next_cursor: string|null}
 * @phpstan-type OrderWithHistory array{
 *     external_order_id: string, order_code: string, status: OrderStatus, price: float|null,
 *     total: float|null, routing: Routing|null, tracking_url: string|null,
 *     tracking_urls: list<string>|null, delivered_at: string|null, driver: Driver|null,
 *     driver_location: DriverLocation|null, return: OrderReturn|null, metadata: array<string, string>,
 *     held_reason: HeldReason|null, ready_at: string|null, delivery_mode: DeliveryMode,
 *     delivery_window: ChosenWindow|null, stops_before: list<int|null>|null,
 *     stops: list<Stop>,
 *     charges: list<Charge>, status_changes: list<StatusChange>,
 *     estimated_arrivals: list<ArrivalWindow|null>|null, planned_pickup: ArrivalWindow|null,
 * }
 * @phpstan-type Charge array{type: ChargeType, amount: float, at: string, why: string}
 * @phpstan-type StatusChange array{status: OrderStatus, changed_at: string}
 * @phpstan-type DeliveryWindow array{from: string, to: string}
 * @phpstan-type ChosenWindow array{from: string, to: string}
 * @phpstan-type ArrivalWindow array{from: string, to: string}
 * @phpstan-type CancellationTerms array{
 *     allowed: bool, fee: float, reason: CancellationTermsReason, valid_until: string|null,
 * }
 * @phpstan-type TrackingLink array{
 *     external_order_id: string, order_code: string, tracking_url: string|null,
 *     tracking_urls: list<string>|null,
 * }
 * @phpstan-type Batch array{
 *     batch_id: string, external_batch_id: string|null, status: BatchStatus, total: int, created: int,
 *     existing: int, rejected: int, pending: int, created_at: string, finished_at: string|null,
 * }
 * @phpstan-type BatchWithResults array{
 *     batch_id: string, external_batch_id: string|null, status: BatchStatus, total: int, created: int,
 *     existing: int, rejected: int, pending: int, created_at: string, finished_at: string|null,
 *     results: list<BatchResult>,
 * }
 * @phpstan-type BatchResult array{
 *     index: int, external_order_id: string|null, outcome: BatchOutcome, order_code: string|null,
 *     error: BatchError|null,
 * }
 * @phpstan-type BatchError array{id: string, code: string, message: string, details: string}
 * @phpstan-type QuoteDropoff array{
 *     route_id: string, distance: float, duration: float, cargo_size: CargoSize, price: float,
 * }
 * @phpstan-type Quote array{
 *     quote_id: string, price: float, return_price: float, distance: float, duration: float,
 *     routing: Routing, expires_at: string, dropoffs: list<QuoteDropoff>,
 * }
 * @phpstan-type AddressList array{addresses: list<FoundAddress>}
 * @phpstan-type FoundAddress array{
 *     latitude: float, longitude: float, area: string, street: string, building: string, label: string,
 *     approximate: bool,
 * }
 * @phpstan-type NearestAddressAnswer array{address: NearestAddress|null}
 * @phpstan-type NearestAddress array{
 *     latitude: float, longitude: float, area: string, street: string, building: string, label: string,
 *     approximate: bool, distance: int,
 * }
 * @phpstan-type AccountOwner array{id: string, email: string|null}
 * @phpstan-type Account array{
 *     ok: bool, account: AccountOwner, scopes: list<string>, rate_limit_per_minute: int|null,
 *     data_epoch: string, data_until: string|null,
 * }
 * @phpstan-type EventPage array{events: list<Event>, next_cursor: string, has_more: bool}
 * @phpstan-type Cancellation array{reason: string, comment: string|null}
 * @phpstan-type Event array{
 *     id: string, event: EventType, created_at: string, status: OrderStatus,
 *     cancellation: Cancellation|null, external_order_id: string, order_code: string, sequence: int,
 *     test: bool, order: Order, stop: Stop|null,
 * }
 * @phpstan-type WebhookEndpoint array{
 *     endpoint_id: string, url: string, events: list<WebhookEventType>, description: string,
 *     status: EndpointStatus, created_at: string,
 * }
 * @phpstan-type CreatedWebhookEndpoint array{
 *     endpoint_id: string, url: string, events: list<WebhookEventType>, description: string,
 *     status: EndpointStatus, created_at: string, secret: string,
 * }
 * @phpstan-type WebhookEndpointId array{endpoint_id: string}
 * @phpstan-type WebhookEndpointList array{endpoints: list<WebhookEndpoint>}
 * @phpstan-type WebhookSecret array{secret: string}
 * @phpstan-type WebhookDeliveryId array{delivery_id: string}
 * @phpstan-type WebhookDeliveryPage array{deliveries: list<WebhookDelivery>, next_cursor: string|null}
 * @phpstan-type WebhookDelivery array{
 *     delivery_id: string, event_id: string, event: string, external_order_id: string|null,
 *     status: DeliveryStatus, created_at: string, next_attempt_at: string|null,
 *     attempts: list<WebhookAttempt>,
 * }
 * @phpstan-type WebhookAttempt array{
 *     attempted_at: string, status_code: int|null, failure: string|null, duration_ms: int,
 * }
 * @phpstan-type Statement array{
 *     month: string, time_zone: string, starts_at: string, ends_at: string, closed_at: string|null,
 *     line_count: int, total: float, vat_percent: float|null, vat: float|null, legal_name: string|null,
 *     legal_details: string|null,
 * }
 * @phpstan-type StatementList array{statements: list<Statement>, balance: float|null}
 * @phpstan-type StatementWithLines array{
 *     statement: Statement, lines: list<StatementLine>, tariffs: list<StatementTariff>,
 * }
 * @phpstan-type StatementTariff array{version: int, tariff: Tariff}
 * @phpstan-type StatementLine array{
 *     type: 'order'|'correction', corrects: string|null, external_order_id: string, order_code: string,
 *     status: 'delivered'|'cancelled', ended_at: string, price: float, cancellation: float, waiting: float,
 *     return: float, adjustment: float, total: float, buyout: float, tariff: int,
 *     return_distance: int|null, legs: list<StatementLeg>,
 * }
 * @phpstan-type StatementLeg array{distance: int, band: StatementBand, cargo_size: CargoSize, price: float}
 * @phpstan-type StatementBand array{min_km: float, max_km: float|null}
 * @phpstan-type TariffBand array{min_km: float, max_km: float|null, price: float, per_km_over: float|null}
 * @phpstan-type TariffFees array{
 *     cancellation_assigned: float, cancellation_arrived: float, waiting_free_minutes: float,
 *     waiting_per_minute: float, return_percent: float,
 * }
 * @phpstan-type Tariff array{
 *     base_price: float, first_threshold_km: float, band_width_km: float, band_step: float,
 *     max_threshold_km: float, per_km_over: float, cargo_size_step_fee: float, bands: list<TariffBand>,
 *     fees: TariffFees,
 * }
 */
interface Types
{
}
