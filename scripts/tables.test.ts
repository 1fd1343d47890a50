import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getSources, isTest, type Source, toSources } from "@/scripts/sources";

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
  saved_addresses: "lib/orders/saved-addresses",
  courier_cash: "lib/couriers",
  courier_messages: "lib/couriers",
  courier_positions: "lib/couriers",
  courier_shifts: "lib/couriers",
  couriers: "lib/couriers",
  route_pins: "lib/couriers",
  route_stops: "lib/couriers",
  backup_states: "lib/process/backup",
  batch_items: "lib/imports/batches",
  batches: "lib/imports/batches",
  order_positions: "lib/couriers",
  ended_order_sums: "lib/billing",
  payments: "lib/billing",
  statement_closings: "lib/billing",
  statement_corrections: "lib/billing",
  statement_lines: "lib/billing",
  statements: "lib/billing",
  write_checks: "lib/db",
  erasures: "lib/privacy",
  legal_holds: "lib/privacy",
  retention_progress: "lib/privacy",
  retention_settings: "lib/privacy",
  city_areas: "lib/city/geocoding",
  city_houses: "lib/city/geocoding",
  city_street_pieces: "lib/city/geocoding",
  city_streets: "lib/city/geocoding",
  events: "lib/events",
  journal: "lib/events",
  rate_limit_windows: "lib/http",
  import_columns: "lib/imports",
  imports: "lib/imports",
  health_processes: "lib/console/health",
  health_reports: "lib/console/health",
  jobs: "lib/jobs",
  learned_durations: "lib/tracking/arrivals",
  leases: "lib/jobs",
  schedule_slots: "lib/jobs",
  order_day_changes: "lib/billing",
  order_day_sums: "lib/billing",
  order_charges: "lib/orders",
  order_last_changes: "lib/orders",
  order_metadata: "lib/orders",
  order_templates: "lib/orders",
  order_status_changes: "lib/orders",
  order_stops: "lib/orders",
  order_ways: "lib/orders",
  orders: "lib/orders",
  proof_files: "lib/orders/proof",
  push_subscriptions: "lib/notify",
  shown_arrivals: "lib/tracking/arrivals",
  message_opt_outs: "lib/tracking/messages",
  recipient_messages: "lib/tracking/messages",
  exception_claims: "lib/console",
  handled_exceptions: "lib/console",
  tariffs: "lib/pricing",
  travel_factors: "lib/routing",
  quotes: "lib/pricing/quotes",
  logged_requests: "lib/api/request-log",
  service_areas: "lib/service-area",
  trip_check_settings: "lib/service-area",
  dispatch_refusals: "lib/dispatch",
  idle_suggestion_settings: "lib/dispatch",
  idle_suggestions: "lib/dispatch",
  stacking_settings: "lib/dispatch",
  planned_orders: "lib/dispatch",
  rehearsals: "lib/sandbox",
  secret_key_checks: "lib/webhooks",
  webhook_attempts: "lib/webhooks",
  webhook_deliveries: "lib/webhooks",
  webhook_endpoints: "lib/webhooks",
};

/** Files that write to another folder's table, and why. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  // An erasure changes every table with data of recipients, most by the map in lib/privacy/personal-data.ts.
  "lib/privacy/erase-people.ts": [
    "events",
    "order_stops",
    "orders",
    "recipient_messages",
    "webhook_deliveries",
  ],
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
  "lib/orders/list/list-active-orders.ts": ["accounts", "couriers", "rehearsals", "shown_arrivals"],
  "lib/orders/list/list-open-problems.ts": ["accounts"],
  "lib/orders/list/list-orders-for-operators.ts": ["accounts", "couriers"],
  "lib/orders/list/list-order-couriers.ts": ["couriers"],
  "lib/orders/list/store.ts": ["courier_positions", "couriers"],
  // A delivery is judged by the first window of each dropoff.
  "lib/orders/due-at-sql.ts": ["shown_arrivals"],
  // A cancellation costs what the tariff of the order says.
  "lib/orders/order-parts.ts": ["planned_orders", "proof_files", "route_stops", "tariffs"],
  "lib/orders/fulfillment/find-earnings.ts": ["tariffs"],
  // The order states the amount due at a door.
  "lib/couriers/record-buyout.ts": ["order_stops", "orders"],
  "lib/orders/load-order.ts": ["courier_positions", "couriers", "route_stops"],
  // A transfer names the couriers, and a route begins where the courier is.
  "lib/orders/fulfillment/find-takeover.ts": ["couriers"],
  "lib/orders/fulfillment/route-courier.ts": ["couriers"],
  "lib/console/get-courier-route.ts": [
    "accounts",
    "order_stops",
    "orders",
    "route_pins",
    "route_stops",
    "shown_arrivals",
  ],
  // First steps of a new company.
  "lib/console/get-setup-steps.ts": [
    "accounts",
    "couriers",
    "person_tokens",
    "retention_settings",
    "service_areas",
    "tariffs",
    "users",
  ],
  // The orders of a day and of the same weekdays before.
  "lib/console/get-schedule.ts": ["accounts", "order_stops", "orders"],
  // A zone's limit counts the orders that wait in it.
  "lib/dispatch/pause-overloaded-zones.ts": ["order_stops", "orders"],
  "lib/console/overview/courier-day.ts": [
    "accounts",
    "courier_shifts",
    "dispatch_refusals",
    "order_positions",
    "order_status_changes",
    "order_stops",
    "orders",
  ],
  // Operators read who has dealt with something, and whose endpoint fails.
  "lib/console/get-board.ts": ["users"],
  "lib/console/claim-exceptions.ts": ["users"],
  // An exception is about an order or an endpoint.
  "lib/console/exception-subjects.ts": ["orders", "webhook_endpoints"],
  // Queues of the service.
  "lib/console/read-service-state.ts": [
    "jobs",
    "orders",
    "recipient_messages",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/webhooks/list-troubled-endpoints.ts": ["accounts"],
  // Only endpoints of active accounts receive events; problems are reported in the account's time zone.
  "lib/webhooks/endpoint-store.ts": ["accounts"],
  "lib/console/overview/store.ts": [
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
  "lib/couriers/store.ts": ["order_status_changes", "order_stops", "orders"],
  // A position is shown by what else the courier has to do.
  "lib/couriers/list-routes.ts": ["orders"],
  // A courier on the way goes to the first stop, and pins hold while the courier has the order.
  "lib/couriers/move-route-stops.ts": ["orders"],
  "lib/couriers/pin-route.ts": ["orders"],
  "lib/couriers/is-stop-reached-sql.ts": ["order_stops", "orders"],
  "lib/couriers/others-before-sql.ts": ["order_stops"],
  "lib/couriers/position-shown-sql.ts": ["order_stops", "orders"],
  "lib/couriers/route-stop-place-sql.ts": ["order_stops", "orders"],
  "lib/dispatch/candidate-store.ts": ["courier_positions", "couriers", "orders", "route_stops"],
  // Offers of a pinned route are left to its courier.
  "lib/dispatch/check-acceptance.ts": ["route_pins"],
  // Only orders that still wait are planned, and pages are notified by their account.
  "lib/dispatch/idle-suggestion.ts": ["courier_positions", "couriers"],
  "lib/dispatch/planned-order.ts": ["orders"],
  "lib/dispatch/store.ts": [
    "courier_positions",
    "couriers",
    "order_stops",
    "orders",
    "rehearsals",
    "route_stops",
  ],
  // A plan must keep what recipients have been promised, and respects an account's direct delivery.
  "lib/dispatch/plan-store.ts": [
    "accounts",
    "courier_positions",
    "couriers",
    "order_stops",
    "orders",
    "route_stops",
    "shown_arrivals",
  ],
  "lib/sandbox/store.ts": [
    "accounts",
    "couriers",
    "dispatch_refusals",
    "order_status_changes",
    "order_stops",
    "order_ways",
    "orders",
  ],
  "lib/sandbox/get-or-create-test-courier.ts": ["couriers", "dispatch_refusals", "orders"],
  // What there is to send.
  "lib/webhooks/sending-store.ts": ["events", "rehearsals"],
  // Responses of an account's endpoints to the events of its scenario runs.
  "lib/sandbox/list-scenario-runs.ts": [
    "events",
    "orders",
    "webhook_attempts",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/webhooks/waiting-store.ts": ["courier_positions", "events", "orders"],
  "lib/billing/courier-performance.ts": ["courier_shifts", "couriers", "dispatch_refusals", "orders"],
  "lib/billing/ended-orders-sql.ts": ["order_status_changes", "order_stops", "orders"],
  "lib/billing/export-report.ts": ["order_status_changes", "orders"],
  "lib/billing/get-report.ts": ["order_status_changes", "orders"],
  // A statement is computed from the orders that ended, their charges and the cash paid for their goods.
  "lib/billing/closing-store.ts": ["orders"],
  "lib/billing/ended-order-sums.ts": ["orders"],
  "lib/billing/verify-statements.ts": ["accounts", "order_status_changes"],
  "lib/billing/store.ts": [
    "accounts",
    "courier_cash",
    "order_charges",
    "order_status_changes",
    "order_stops",
    "orders",
  ],
  "prisma/seed.ts": ["accounts"],
  // Which messages an account sends, and what they are about.
  "lib/tracking/messages/insert-messages.ts": ["accounts"],
  "lib/tracking/messages/list-messages.ts": ["orders"],
  "lib/tracking/messages/store.ts": ["accounts", "order_stops", "orders"],
  "lib/tracking/messages/detect-messages.ts": ["accounts", "order_stops", "orders"],
  // Recipients to notify of an order on the road, and their shops.
  "lib/notify/push-to-recipients.ts": ["accounts", "orders"],
  // How long an account keeps its files.
  "lib/orders/proof/delete-proof-files.ts": ["accounts"],
  // What ended orders took, with the plan of their roads.
  "lib/tracking/arrivals/list-ended-trips.ts": [
    "accounts",
    "couriers",
    "order_status_changes",
    "order_stops",
    "order_ways",
    "orders",
  ],
  // A tracking page reads an order, its stops and its courier at once.
  "lib/tracking/store.ts": [
    "accounts",
    "courier_positions",
    "couriers",
    "order_charges",
    "order_positions",
    "order_status_changes",
    "order_stops",
    "order_ways",
    "orders",
    "planned_orders",
    "proof_files",
    "rehearsals",
    "route_stops",
    "shown_arrivals",
    "tariffs",
  ],
  // People are found and erased in every table.
  "lib/privacy/apply-erasure.ts": ["orders"],
  "lib/privacy/erase-people.ts": ["events", "order_stops", "orders", "proof_files", "webhook_endpoints"],
  "lib/privacy/find-privacy.ts": ["order_stops", "orders"],
  "lib/privacy/find-mentions.ts": [
    "accounts",
    "batch_items",
    "courier_messages",
    "imports",
    "order_stops",
    "order_templates",
    "saved_addresses",
  ],
  "lib/privacy/legal-hold.ts": ["order_status_changes"],
  "lib/privacy/retention.ts": ["accounts", "order_status_changes"],
  "lib/privacy/personal-data.ts": [
    "audit_records",
    "events",
    "orders",
    "webhook_deliveries",
    "webhook_endpoints",
  ],
  "lib/privacy/request-erasure.ts": ["orders"],
  // Whether the account lets recipients decide, and which proof its stops ask for.
  "lib/orders/feedback/store.ts": ["accounts"],
};

interface Table {
  readonly table: string;
  readonly model: string;
  /** Fields by the name of their type. */
  readonly fields: readonly { readonly field: string; readonly type: string }[];
}

const TABLES: readonly Table[] = [
  ...readFileSync("prisma/schema.prisma", "utf8").matchAll(
    /^model (\w+) \{((?:(?!^\}).)*?)@@map\("(\w+)"\)/gms,
  ),
].map(([, model = "", body = "", table = ""]) => ({
  table,
  model,
  fields: [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].map(([, field = "", type = ""]) => ({ field, type })),
}));

const FIELDS = TABLES.flatMap(({ fields }) => fields);
const isRelation = ({ type }: { type: string }): boolean => TABLES.some(({ model }) => model === type);
/** Names that are only relations, so that `name: true` reads another table. */
const RELATIONS = new Set(
  FIELDS.filter(isRelation)
    .map(({ field }) => field)
    .filter((name) => FIELDS.every((one) => one.field !== name || isRelation(one))),
);

const FILES = getSources("app", "components", "lib", "prisma", "scripts").filter(({ file }) => !isTest(file));

/** Patterns of tables in SQL, and of models and relations in calls of Prisma: the first group is the name. */
interface Use {
  readonly tables: RegExp;
  readonly models: RegExp;
  readonly relations: RegExp;
}

const WRITE: Use = {
  tables: /\b(?:(?:INTO|UPDATE|DELETE FROM)\s+|deleteOldRows\(db, ")(\w+)/g,
  models: /\.(\w+)\.(?:create|update|upsert|delete)\w*\(/g,
  relations: /\b(\w+): \{\s*(?:create|connect|disconnect|update|upsert|delete|set)\w*: [{[]/g,
};
const READ: Use = {
  tables: /(?<!\bDELETE )\b(?:FROM|JOIN|USING)\s+(\w+)/g,
  models: /\.(\w+)\.(?:find|count|aggregate|groupBy)\w*\(/g,
  relations: /\b(\w+): (?:true\b|\{\s*(?:select|include|where|orderBy|some|none|every|is|isNot): )/g,
};

const findNames = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));

/** Returns the types of the relations with these names, among those of a type that the file uses. */
function findRelated(models: ReadonlySet<string>, relations: ReadonlySet<string>): Set<string> {
  const found = new Set(models);
  for (const type of found) {
    const { fields = [] } = TABLES.find(({ model }) => model === type) ?? {};
    for (const { field, type: related } of fields)
      if (relations.has(field) && RELATIONS.has(field)) found.add(related);
  }
  return found;
}

const toModel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns each file with a table of another folder that it uses in such a way. */
function findForeignUses(sources: readonly Source[], use: Use): string[] {
  return sources.flatMap(({ file, text }) => {
    const tables = findNames(text, use.tables);
    const models = new Set([...findNames(text, use.models)].map(toModel));
    const related = findRelated(models, findNames(text, use.relations));
    return TABLES.filter(({ table, model }) => tables.has(table) || related.has(model))
      .filter(({ table }) => !file.startsWith(`${OWNERS[table]}/`))
      .map(({ table }) => `${file}: ${table}`);
  });
}

const listExceptions = (allowed: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(allowed).flatMap(([file, tables]) => tables.map((table) => `${file}: ${table}`));

const RULES = [
  {
    rule: "is written only by its owner and the listed exceptions",
    use: WRITE,
    allowed: listExceptions(WRITERS),
    planted: {
      "lib/pricing/quotes/create-quote.ts": "INSERT INTO orders (id) SELECT id FROM couriers",
      "lib/pricing/quotes/use-quote.ts":
        "UPDATE\n  order_stops SET name = '' WHERE id IN (SELECT id FROM quotes)",
      "lib/pricing/quotes/delete-quotes.ts": `DELETE FROM jobs; deleteOldRows(db, "events", at)`,
      "lib/pricing/quotes/hire.ts":
        "tx.models.courier.updateMany({ where }); db.models.quote.create({ data })",
      "lib/orders/store.ts": "UPDATE orders SET status = 'new'",
    },
    found: [
      "lib/pricing/quotes/create-quote.ts: orders",
      "lib/pricing/quotes/use-quote.ts: order_stops",
      "lib/pricing/quotes/delete-quotes.ts: events",
      "lib/pricing/quotes/delete-quotes.ts: jobs",
      "lib/pricing/quotes/hire.ts: couriers",
    ],
  },
  {
    rule: "is read only by its owner and the listed read models",
    use: READ,
    allowed: listExceptions(READERS),
    planted: {
      "lib/pricing/quotes/create-quote.ts":
        "SELECT id FROM orders o JOIN\n order_stops s ON true LEFT JOIN quotes q ON true",
      "lib/pricing/quotes/delete-quotes.ts": "DELETE FROM quotes q USING events e WHERE q.id = e.id",
      "lib/pricing/quotes/use-quote.ts": "DELETE FROM jobs; tx.models.courier.findFirst({ where })",
      "lib/pricing/quotes/find-quote.ts":
        "db.models.quote.findFirst({ include: { account: { select: { users: true } } } })",
    },
    found: [
      "lib/pricing/quotes/create-quote.ts: order_stops",
      "lib/pricing/quotes/create-quote.ts: orders",
      "lib/pricing/quotes/delete-quotes.ts: events",
      "lib/pricing/quotes/find-quote.ts: accounts",
      "lib/pricing/quotes/find-quote.ts: users",
      "lib/pricing/quotes/use-quote.ts: couriers",
    ],
  },
];

describe.each(RULES)("each table $rule", ({ use, allowed, planted, found }) => {
  const uses = findForeignUses(FILES, use);

  it("holds in every file", () => {
    expect(uses.filter((one) => !allowed.includes(one))).toEqual([]);
  });

  it("is violated in a planted file", () => {
    const inPlanted = findForeignUses(toSources(planted), use);
    expect(inPlanted.toSorted()).toEqual(found.toSorted());
  });

  it("without exceptions that no longer apply", () => {
    expect(allowed.filter((one) => !uses.includes(one))).toEqual([]);
  });
});

/** Returns the tables without an owner, and the owned ones that do not exist. */
function findOwnerErrors(tables: readonly string[], owners: Readonly<Record<string, string>>): string[] {
  return [
    ...tables.filter((table) => !(table in owners)).map((table) => `${table} has no owner`),
    ...Object.keys(owners)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} does not exist`),
  ];
}

it("each table has one owner", () => {
  const tables = TABLES.map(({ table }) => table);
  expect(findOwnerErrors(tables, OWNERS)).toEqual([]);
  expect(findOwnerErrors(["orders", "planted"], { orders: "lib/orders", gone: "lib/orders" })).toEqual([
    "planted has no owner",
    "gone does not exist",
  ]);
});
