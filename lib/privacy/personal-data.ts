import { Sql, sql } from "@/lib/db/sql";
import { ERASED_TEXT } from "@/lib/orders/erased";

/** Personal data of a table. Every column is listed once; a test compares the map with the database. */
export interface PersonalTable {
  /** Condition on the table `t` for the rows of erased `stops` (order_id, position) and `found` (table_name, id). */
  readonly rows?: Sql;
  /** Recipients' data that an SQL expression replaces. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Recipients' data whose rows are deleted. */
  readonly deleted?: string;
  /** Recipients' data that `eraseStops` rewrites according to its structure. */
  readonly rewritten?: string;
  /** Recipients' data of unfinished work, on which an erasure waits. */
  readonly unfinished?: string;
  /** Recipients' data that stays, with a comment that states the reason. */
  readonly kept?: string;
  readonly courier?: string;
  /** Data of account users and operators. */
  readonly user?: string;
  readonly others?: string;
}

const BY_STOP = sql`(t.order_id, t.position) IN (SELECT order_id, position FROM stops)`;
/** Data shared by an order's dropoffs is erased with any of them, but not with the contact at the pickup. */
const ORDER_IDS = sql`(SELECT order_id FROM stops WHERE position > 0)`;
const BY_ORDER = sql`t.order_id IN ${ORDER_IDS}`;

const byId = (table: string): Sql =>
  sql`t.id = ANY (ARRAY(SELECT f.id FROM found f WHERE f.table_name = ${table})::uuid[])`;

/** Deliveries have no index by order, so they are found by endpoint and event. */
const DELIVERY_IDS = sql`(
  SELECT d.id FROM events v
  JOIN webhook_endpoints e ON e.account_id = v.account_id AND e.mode = v.mode
  JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_id = v.id
  WHERE v.order_id IN ${ORDER_IDS})`;

/** Ids may be given again after a restore. */
export const COURIER_MESSAGE_ID = "t.courier_id || ' ' || (extract(epoch FROM t.sent_at) * 1000)::bigint";

const NULL = "NULL";
const TEXT = `'${ERASED_TEXT}'`;
const NO_METADATA = "'{}'";
/** Rounds to about a kilometer, like the request log. */
const coarse = (column: string) => `trunc(t.${column}::numeric, 2)::float8`;

export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = {
  orders: {
    rows: sql`t.id IN ${ORDER_IDS}`,
    replaced: {
      comment: NULL,
      cancel_comment: NULL,
      // Reasons from the list stay; other texts are free.
      cancel_reason: "CASE WHEN t.cancel_reason !~ '^[a-z_]{1,40}$' THEN 'other' ELSE t.cancel_reason END",
      metadata: NO_METADATA,
      tracking_token: NULL,
      erased_at: "coalesce(t.erased_at, now())",
    },
    // The client's identifier is a key of its statements. The fingerprint is a hash of the whole request, and makes a
    // repeated request the same order.
    kept: "external_order_id fingerprint",
    others:
      "id account_id mode order_code status cargo_size routing_mode payment_type payment_amount delivery_time window_from window_to ready_at delivery_mode price distance_meters duration_seconds tariff_id quote_id courier_id event_sequence version created_at updated_at delivered_at dispatch_at courier_lost_at courier_not_found_at promised_until accepted_at was_accepted arrived_at if_undeliverable return_price return_distance_meters return_duration_seconds routing return_state return_started_at return_arrived_at returned_at takeover_from_id takeover_latitude takeover_longitude takeover_since charges notify locale held_reason",
  },
  order_stops: {
    rows: BY_STOP,
    replaced: {
      latitude: coarse("latitude"),
      longitude: coarse("longitude"),
      street: TEXT,
      building: TEXT,
      apartment: NULL,
      entrance: NULL,
      floor: NULL,
      intercom: NULL,
      instructions: NULL,
      contact_value: TEXT,
      contact_name: NULL,
      tracking_token: NULL,
      failure_comment: NULL,
      code_override_reason: `CASE WHEN t.code_override_reason IS NOT NULL THEN ${TEXT} END`,
      signer_name: NULL,
      handed_latitude: NULL,
      handed_longitude: NULL,
      recipient_note: NULL,
      recipient_note_at: NULL,
      messages: NULL,
      feedback_text: NULL,
      metadata: NO_METADATA,
    },
    // Legs lead to the doors; the search words of other stops stay.
    rewritten: "geometry search_words",
    others:
      "order_id position account_id area contact_type cargo_size payment_type payment_amount doorstep notify locale window_from window_to distance_meters duration_seconds price arrived_at delivered_at proof_photo proof_code proof_signature failed_at failure_code calls attempts resolution answer_until code_tries wrong_code_tap code_check code_overridden_by waiting_from recipient_note_seen_at recipient_request recipient_request_at recipient_decided feedback feedback_at feedback_settled_at",
  },
  order_metadata: { rows: BY_ORDER, deleted: "key value", others: "account_id mode created_at order_id" },
  order_ways: { rows: BY_ORDER, deleted: "places legs", others: "order_id courier_id" },
  shown_arrivals: {
    others:
      "order_id position promised_until first_from first_to first_at shown_from shown_to courier_id attempts former_from former_to cause moved_at",
  },
  order_positions: {
    rows: BY_ORDER,
    deleted: "latitude longitude heading recorded_at",
    others: "order_id courier_id",
  },
  order_charges: {
    rows: BY_ORDER,
    // The service writes the texts of other charges.
    replaced: { why: `CASE WHEN t.type = 'adjustment' THEN ${TEXT} ELSE t.why END` },
    others: "id order_id account_id type amount at position",
  },
  quotes: {
    rows: sql`t.id IN (SELECT o.quote_id FROM orders o WHERE o.id IN ${ORDER_IDS})`,
    deleted: "trip_key legs",
    others:
      "id account_id mode routing_mode price distance_meters duration_seconds tariff_id created_at expires_at routing return_price return_distance_meters return_duration_seconds",
  },
  proof_files: {
    // A photo at the pickup may show the label of the goods.
    rows: sql`(t.order_id, t.position) IN (
      SELECT order_id, position FROM stops UNION ALL SELECT order_id, 0 FROM stops WHERE position > 0)`,
    deleted: "object_key",
    others: "id order_id position account_id mode courier_id kind bytes taken_at received_at",
  },
  push_subscriptions: {
    rows: BY_ORDER,
    deleted: "endpoint p256dh auth tracking_token",
    others: "id order_id courier_id locale created_at told_on_the_way_at told_near_at",
  },
  recipient_messages: {
    rows: BY_STOP,
    replaced: {
      phone: NULL,
      text: `CASE WHEN t.text IS NOT NULL THEN ${TEXT} END`,
      answer: NULL,
    },
    others:
      "traceparent id order_id position account_id mode kind occurrence key state run_at expires_at leased_until claim attempts locale composed_at arrives_until reason status created_at finished_at",
  },
  // Without the hash, the person would get messages about the next order again.
  message_opt_outs: { kept: "phone_hash", others: "mode shop created_at" },
  events: {
    // With the pickup too: the event of its completion has its signature and place.
    rows: sql`t.order_id IN (SELECT order_id FROM stops)`,
    rewritten: "body packed",
    others:
      "traceparent actor_type actor_id id account_id mode order_id sequence type created_at epoch transaction_id row",
  },
  webhook_deliveries: {
    // Positions lead to the doors. Bodies of other events are in the journal, and tests describe no order.
    rows: sql`t.event_type = 'driver.location_updated' AND NOT t.is_test AND ${BY_ORDER}
      AND t.endpoint_id IN (SELECT e.id FROM webhook_endpoints e JOIN orders o USING (account_id, mode)
                            WHERE o.id IN ${ORDER_IDS})`,
    deleted: "body",
    others:
      "id endpoint_id account_id event_id event_type order_id is_test state run_at leased_until claim tries attempts created_at finished_at",
  },
  webhook_attempts: {
    // A receiver may echo the body. The signature stays that of the body that was sent.
    rows: sql`t.delivery_id IN ${DELIVERY_IDS}`,
    replaced: { response: NULL, detail: NULL },
    others: "delivery_id number endpoint_id attempted_at status duration_ms signature failure",
  },
  logged_requests: {
    rows: sql`(t.account_id, t.mode, t.external_order_id) IN (
      SELECT o.account_id, o.mode, o.external_order_id FROM orders o WHERE o.id IN ${ORDER_IDS})`,
    replaced: { request_body: NULL, response_body: NULL },
    user: "request_headers client_address",
    others:
      "id account_id mode key_id request_id requested_at method path route status duration_ms error_id external_order_id",
  },
  audit_details: {
    // The comments of cancellations and the reasons of adjustments and holds. The chain has only their salted hash.
    rows: sql`t.record_id IN (
      SELECT r.id FROM orders o JOIN audit_records r ON r.object_id = o.order_code
        AND r.account_id IN (o.account_id, '00000000-0000-0000-0000-000000000000')
      WHERE o.id IN ${ORDER_IDS} AND r.object_type IN ('order', 'charge'))`,
    deleted: "changes",
    user: "network agent label",
    others: "record_id salt created_at",
  },
  saved_addresses: {
    rows: byId("saved_addresses"),
    deleted:
      "name latitude longitude street building apartment entrance floor intercom instructions contact_value contact_name",
    others: "id account_id area contact_type created_at",
  },
  order_templates: {
    rows: byId("order_templates"),
    deleted: "name draft",
    others: "id account_id created_at",
  },
  imports: {
    rows: byId("imports"),
    deleted: "file_name groups",
    others: "id account_id mode header total batch_ids created_at",
  },
  courier_messages: {
    rows: sql`${new Sql([COURIER_MESSAGE_ID], [])} IN (
      SELECT f.id FROM found f WHERE f.table_name = 'courier_messages')`,
    deleted: "text",
    courier: "read_at",
    others: "id courier_id sent_by_id sent_at is_from_courier",
  },
  batch_items: {
    unfinished: "body",
    others: "id batch_id account_id position external_order_id outcome order_code error",
  },
  couriers: {
    courier: "name phone make model color number link_hash device_hash",
    others: "id transport_type mode is_simulated on_shift_since on_break_since disabled_at created_at",
  },
  courier_positions: {
    courier: "latitude longitude heading recorded_at received_at cell",
    others: "courier_id",
  },
  courier_shifts: { courier: "started_at ended_at", others: "id courier_id" },
  accounts: {
    user: "name email contact_phone",
    others:
      "id is_customer approval rejection_reason waiting_mailed_at disabled_at rate_limit_per_minute time_zone phone_country proof_photo proof_code proof_signature proof_days waiting_minutes answer_minutes unanswered_action recipient_decides recipient_window_hours brand_name accent logo contact_url message_kinds message_texts message_locale quiet_from quiet_until message_cap allowed_networks delivery_mode on_time_target retention_days created_at",
  },
  users: {
    user: "email oidc_identity password_hash name locale",
    others: "id account_id role roles disabled_at created_at",
  },
  user_sessions: { user: "network agent used_at", others: "id user_id signed_in_at ended_at way_in" },
  passkeys: {
    user: "credential_id public_key name",
    others: "id user_id counter transports created_at last_used_at",
  },
  person_tokens: {
    user: "email",
    others: "id kind token_hash account_id role roles user_id created_by_id locale created_at expires_at",
  },
  sign_in_attempts: { user: "id", others: "tries blocked_until tried_at" },
  api_keys: {
    user: "last_network",
    others:
      "id account_id mode name key_hash prefix last_four created_at expires_at revoked_at last_used_at last_route created_by_id allowed_networks",
  },
  // An operator writes the reason; it goes with the hold.
  legal_holds: { kept: "reason", others: "order_id placed_by_id placed_at" },
};

/** The columns of tables without personal data. */
const WITHOUT_PEOPLE: Readonly<Record<string, string>> = {
  audit_records:
    "id call_id account_id at actor_type actor_id session_id action object_type object_id request_id refusal position details_hash hash",
  backup_states: "id target backup_id taken_at verified_at bytes timeline archived_until failure failed_at",
  batches: "id account_id mode external_batch_id key_id user_id total created_at finished_at",
  city_areas: "version id name name_ru name_en other_names is_district latitude longitude",
  city_houses: "version id street_id number key label latitude longitude cell is_approximate",
  city_street_pieces: "version id street_id from_latitude from_longitude to_latitude to_longitude cell",
  city_streets: "version id name name_ru name_en other_names area_id district_id latitude longitude houses",
  courier_cash: "id courier_id kind amount order_id position at actor_type actor_id",
  route_pins: "order_id courier_id pinned_at",
  route_stops: "order_id kind stop_position courier_id position",
  dispatch_refusals: "order_id courier_id reason refused_at",
  planned_orders:
    "order_id courier_id position arrives_at collected_at delivered_at reason planned_at unplanned_since notified_arrival",
  ended_order_sums: "id account_id mode hour orders total is_merged",
  erasures: "id account_id targets requested_at completed_at",
  health_processes: "id role version started_at seen_at traffic",
  health_reports: "id claimed_at checked_at parts",
  exception_claims: "mode kind subject claimed_by_id claimed_until",
  handled_exceptions: "id mode kind subject action handled_at handled_by_id quiet_until",
  idle_suggestion_settings: "id is_on changed_at",
  idle_suggestions: "courier_id latitude longitude travel_seconds suggested_at ended_at",
  import_columns: "account_id columns",
  jobs: "id kind key run_at attempts claim last_error created_at finished_at is_dead",
  journal: "id epoch system_identifier timeline data_until restored_at quarantined_at packs_events",
  learned_durations: "kind group_name count effect spread order_count learned_at",
  leases: "name holder held_until",
  order_day_changes: "day account_id mode transaction_id started_at",
  order_day_sums: "account_id mode day counts late_order_ids late_ms",
  order_last_changes: "account_id mode changed_at order_id courier_id",
  order_status_changes: "id order_id account_id status changed_at actor_type actor_id",
  payments: "id account_id amount paid_on note entered_by_id entered_at",
  rate_limit_windows: "id second counts is_allowed",
  rehearsals: "order_id account_id scenario speed is_manual is_silent held_until created_at",
  retention_progress: "account_id erased_until",
  retention_settings: "id days chosen_at",
  stacking_settings:
    "id scope max_orders_foot max_orders_bike max_orders_car max_orders_van max_added_minutes changed_at",
  trip_check_settings: "id action max_leg_meters changed_at",
  schedule_slots: "name slot",
  secret_key_checks: "id value",
  service_areas: "version is_on max_trip_meters zones special_hours waiting_limits pauses created_at",
  statement_closings:
    "account_id month time_zone starts_at ends_at last_ended_at last_order_id line_count total",
  statement_corrections: "account_id ended_at order_id",
  statement_lines:
    "account_id month order_id order_code external_order_id is_correction corrects status ended_at price cancellation waiting return adjustment total buyout tariff_id return_meters legs",
  statements:
    "account_id month time_zone starts_at ends_at closed_at vat_percent legal_name legal_details line_count total",
  tariffs:
    "id base_price first_threshold_km band_width_km band_step max_threshold_km per_km_over cargo_size_step_fee cancellation_fee_assigned cancellation_fee_arrived waiting_free_minutes waiting_per_minute return_percent courier_percent created_at",
  travel_factors: "id weekday weekend created_at",
  webhook_endpoints:
    "id account_id mode url description event_types secret previous_secret previous_secret_until header_names header_values disabled_at disabled_reason failing_since last_failure_at created_by_id created_by_key_id created_at deleted_at",
  write_checks: "id checked_at",
};

/** Every table with every column of it that is listed above. */
export function listColumns(): Record<string, string[]> {
  const tables = Object.entries(PERSONAL_DATA).map(([table, { rows: _, replaced = {}, ...lists }]) => {
    return [table, [...Object.keys(replaced), ...Object.values(lists)].join(" ")] as const;
  });
  const all = [...tables, ...Object.entries(WITHOUT_PEOPLE)];
  return Object.fromEntries(all.map(([table, list]) => [table, list.split(" ").sort()]));
}
