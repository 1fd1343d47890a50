import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getSources, isTest } from "@/scripts/sources";

/** The folder that owns each table: only it writes to the table, and others read it through its functions. */
const OWNERS: Readonly<Record<string, string>> = {
  accounts: "lib/accounts",
  audit_details: "lib/audit",
  audit_records: "lib/audit",
  api_keys: "lib/accounts",
  passkeys: "lib/accounts",
  person_tokens: "lib/accounts",
  sign_in_attempts: "lib/accounts",
  user_sessions: "lib/accounts",
  users: "lib/accounts",
  saved_addresses: "lib/saved-addresses",
  courier_cash: "lib/cash",
  courier_messages: "lib/couriers",
  courier_positions: "lib/couriers",
  courier_shifts: "lib/couriers",
  couriers: "lib/couriers",
  backup_states: "lib/backup",
  batch_items: "lib/batches",
  batches: "lib/batches",
  order_positions: "lib/couriers",
  ended_order_sums: "lib/statements",
  payments: "lib/statements",
  statement_closings: "lib/statements",
  statement_corrections: "lib/statements",
  statement_lines: "lib/statements",
  statements: "lib/statements",
  write_checks: "lib/db",
  erasures: "lib/personal-data",
  legal_holds: "lib/personal-data",
  retention_progress: "lib/personal-data",
  retention_settings: "lib/personal-data",
  city_areas: "lib/geocoding",
  city_houses: "lib/geocoding",
  city_street_pieces: "lib/geocoding",
  city_streets: "lib/geocoding",
  events: "lib/events",
  journal: "lib/recovery",
  rate_limit_windows: "lib/http",
  import_columns: "lib/imports",
  imports: "lib/imports",
  health_days: "lib/health-report",
  health_processes: "lib/health-report",
  health_reports: "lib/health-report",
  incident_updates: "lib/health-report",
  incidents: "lib/health-report",
  jobs: "lib/jobs",
  leases: "lib/jobs",
  schedule_slots: "lib/jobs",
  order_day_changes: "lib/reports",
  order_day_sums: "lib/reports",
  order_charges: "lib/orders",
  order_metadata: "lib/orders",
  order_templates: "lib/orders",
  order_status_changes: "lib/orders",
  order_stops: "lib/orders",
  order_ways: "lib/orders",
  orders: "lib/orders",
  proof_files: "lib/proof-of-delivery",
  push_subscriptions: "lib/push",
  message_opt_outs: "lib/recipient-messages",
  recipient_messages: "lib/recipient-messages",
  handled_exceptions: "lib/monitoring",
  tariffs: "lib/pricing",
  travel_factors: "lib/routing",
  quotes: "lib/quotes",
  logged_requests: "lib/request-log",
  service_areas: "lib/service-area",
  trip_check_settings: "lib/service-area",
  dispatch_refusals: "lib/dispatch-queue",
  rehearsals: "lib/sandbox",
  secret_key_checks: "lib/webhooks",
  webhook_attempts: "lib/webhooks",
  webhook_deliveries: "lib/webhooks",
  webhook_endpoints: "lib/webhooks",
};

/** Files that write to another folder's table, and why. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  // The statement that writes an event also writes its deliveries, so that neither ever exists without the other.
  "lib/events/insert-deliveries.ts": ["webhook_deliveries"],
  // An erasure changes every table with data of recipients, most by the map in lib/personal-data/personal-data.ts.
  "lib/personal-data/erase-people.ts": ["order_stops", "orders", "recipient_messages", "webhook_deliveries"],
};

/** Read models: files with one statement that joins tables of several folders. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  // Whose sign-in failed, and who acted.
  "lib/audit/record-refusal.ts": ["users"],
  "lib/audit/list-records.ts": ["accounts", "api_keys", "users"],
  // List rows and an order's page name the account, its people and the courier.
  "lib/couriers/list-couriers.ts": ["orders"],
  "lib/events/list-order-events.ts": ["api_keys", "users"],
  "lib/orders/detail/find-delivery-record.ts": ["api_keys", "couriers", "users"],
  "lib/orders/list/list-active-orders.ts": ["accounts", "couriers", "rehearsals"],
  "lib/orders/list/list-open-problems.ts": ["accounts"],
  "lib/orders/list/list-orders-for-operators.ts": ["accounts", "couriers"],
  "lib/orders/list/list-order-couriers.ts": ["couriers"],
  "lib/orders/list/store.ts": ["courier_positions", "couriers"],
  // A cancellation costs what the tariff of the order says.
  "lib/orders/order-parts.ts": ["proof_files", "tariffs"],
  "lib/orders/fulfillment/find-earnings.ts": ["tariffs"],
  // The order states the amount due at a door.
  "lib/cash/record-buyout.ts": ["order_stops", "orders"],
  "lib/orders/load-order.ts": ["courier_positions", "couriers"],
  "lib/overview/courier-day.ts": [
    "accounts",
    "courier_shifts",
    "dispatch_refusals",
    "order_positions",
    "order_status_changes",
    "order_stops",
    "orders",
  ],
  // Operators read who has dealt with something, and whose endpoint fails.
  "lib/monitoring/get-board.ts": ["users"],
  // Queues of the service.
  "lib/monitoring/read-service-state.ts": [
    "jobs",
    "orders",
    "recipient_messages",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/webhooks/list-troubled-endpoints.ts": ["accounts"],
  "lib/overview/store.ts": [
    "api_keys",
    "courier_positions",
    "couriers",
    "dispatch_refusals",
    "order_stops",
    "orders",
    "quotes",
    "webhook_endpoints",
  ],
  "lib/webhooks/list-deliveries.ts": ["events", "orders"],
  "lib/webhooks/list-journal.ts": ["events", "orders"],
  // The statement that takes the lock also checks who is free and who is waiting.
  "lib/couriers/place-simulated.ts": ["orders"],
  "lib/couriers/store.ts": ["order_status_changes", "orders"],
  "lib/dispatch/candidate-store.ts": ["courier_positions", "couriers", "order_stops", "orders"],
  "lib/dispatch/store.ts": [
    "courier_positions",
    "couriers",
    "dispatch_refusals",
    "order_stops",
    "orders",
    "rehearsals",
  ],
  "lib/simulator/store.ts": ["orders"],
  "lib/simulator/hire-courier.ts": ["couriers", "dispatch_refusals", "orders"],
  // Which endpoints an event goes to, and what there is to send.
  "lib/events/insert-deliveries.ts": ["webhook_endpoints"],
  "lib/webhooks/sending-store.ts": ["events", "rehearsals"],
  // Responses of an account's endpoints to the events of its rehearsals.
  "lib/sandbox/list-scenario-runs.ts": [
    "events",
    "orders",
    "webhook_attempts",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/webhooks/waiting-store.ts": ["courier_positions", "events", "orders"],
  "lib/reports/courier-performance.ts": ["courier_shifts", "couriers", "dispatch_refusals", "orders"],
  "lib/reports/ended-orders-sql.ts": ["order_status_changes", "order_stops", "orders"],
  "lib/reports/export-report.ts": ["order_status_changes", "orders"],
  "lib/reports/get-report.ts": ["order_status_changes", "orders"],
  // A statement is computed from the orders that ended, their charges and the cash paid for their goods.
  "lib/statements/closing-store.ts": ["orders"],
  "lib/statements/ended-order-sums.ts": ["orders"],
  "lib/statements/verify-statements.ts": ["accounts", "order_status_changes"],
  "lib/statements/store.ts": [
    "accounts",
    "courier_cash",
    "order_charges",
    "order_status_changes",
    "order_stops",
    "orders",
  ],
  "prisma/seed.ts": ["accounts"],
  // Which messages an account sends, and what they are about.
  "lib/recipient-messages/insert-messages.ts": ["accounts"],
  "lib/recipient-messages/sending/store.ts": ["accounts", "order_stops", "orders"],
  "lib/recipient-messages/sending/detect-messages.ts": ["accounts", "order_stops", "orders"],
  // Recipients to notify of an order on the road, and their shops.
  "lib/push/push-to-recipients.ts": ["accounts", "orders"],
  // How long an account keeps its files.
  "lib/proof-of-delivery/delete-proof-files.ts": ["accounts"],
  // A tracking page reads an order, its stops and its courier at once.
  "lib/tracking/store.ts": [
    "accounts",
    "courier_positions",
    "couriers",
    "order_charges",
    "order_status_changes",
    "order_stops",
    "order_ways",
    "orders",
    "proof_files",
    "rehearsals",
    "tariffs",
  ],
  // People are found and erased in every table.
  "lib/personal-data/apply-erasure.ts": ["orders"],
  "lib/personal-data/erase-people.ts": ["events", "orders", "proof_files", "webhook_endpoints"],
  "lib/personal-data/find-privacy.ts": ["orders"],
  "lib/personal-data/find-people.ts": [
    "accounts",
    "batch_items",
    "courier_messages",
    "imports",
    "order_stops",
    "order_templates",
    "saved_addresses",
  ],
  "lib/personal-data/legal-hold.ts": ["order_status_changes"],
  "lib/personal-data/retention.ts": ["accounts", "order_status_changes"],
  "lib/personal-data/personal-data.ts": [
    "audit_records",
    "events",
    "orders",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/personal-data/request-erasure.ts": ["orders"],
  // Whether the account lets recipients decide, and which proof its stops ask for.
  "lib/orders/feedback/store.ts": ["accounts"],
};

const schema = readFileSync("prisma/schema.prisma", "utf8");
const TABLES = [...schema.matchAll(/^model (\w+) \{(?:(?!^\}).)*?@@map\("(\w+)"\)/gms)].map(
  ([, model = "", table = ""]) => ({
    table,
    model: model.charAt(0).toLowerCase() + model.slice(1),
  }),
);

const files = getSources("app", "components", "lib", "prisma", "scripts").filter(({ file }) => !isTest(file));

/** Returns the files that name a table, in SQL or by its model, and are neither its owner nor an exception. */
function strangers(
  pattern: (table: string, model: string) => RegExp,
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return TABLES.flatMap(({ table, model }) =>
    files
      .filter(({ text }) => pattern(table, model).test(text))
      .filter(({ file }) => !file.startsWith(`${OWNERS[table]}/`) && !allowed[file]?.includes(table))
      .map(({ file }) => `${file}: ${table}`),
  );
}

const writes = (table: string, model: string) =>
  new RegExp(
    `\\b(INTO|UPDATE|DELETE FROM)\\s+${table}\\b|deleteOldRows\\(db, "${table}"|\\.${model}\\.(create|update|upsert|delete)\\w*\\(`,
  );
const reads = (table: string, model: string) =>
  new RegExp(`\\b(?<!DELETE )(FROM|JOIN)\\s+${table}\\b|\\.${model}\\.(find|count|aggregate|groupBy)\\w*\\(`);

describe("each table", () => {
  it("has one owner", () => {
    expect(Object.keys(OWNERS).sort()).toEqual(TABLES.map(({ table }) => table).sort());
  });

  it("is written only by its owner and the listed exceptions", () => {
    expect(strangers(writes, WRITERS)).toEqual([]);
  });

  it("is read only by its owner and the listed read models", () => {
    expect(strangers(reads, READERS)).toEqual([]);
  });

  it.each([
    ["writer", writes, WRITERS],
    ["read model", reads, READERS],
  ] as const)("has no exception for a %s that no longer uses it", (_, pattern, allowed) => {
    const stale = Object.entries(allowed).flatMap(([name, tables]) => {
      const text = files.find(({ file }) => file === name)?.text ?? "";
      return tables.filter((table) => {
        const model = TABLES.find((one) => one.table === table)?.model ?? "";
        return !pattern(table, model).test(text);
      });
    });
    expect(stale).toEqual([]);
  });
});
