import type { Client } from "pg";
import { ERASED_TEXT } from "@/lib/orders/erased";
import { type Operation, type Sending, toEdit, type World } from "@/testing/race-actors";

const ACTIVE = "(o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')";
const TOTAL = "greatest(0, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.price END + o.charges)";
const LAST = "(SELECT e.body::json FROM events e WHERE e.order_id = o.id ORDER BY e.sequence DESC LIMIT 1)";
const STATUSES =
  "(SELECT string_agg(h.status::text, ' ' ORDER BY h.id) FROM order_status_changes h WHERE h.order_id = o.id)";

/** Violations of an order `o` with its stop `s`. */
const ORDER_RULES = {
  "shares its identifier": "(SELECT count(*) FROM mine WHERE external_order_id = o.external_order_id) > 1",
  "has an impossible history": `${STATUSES} !~ '^new( assigned( in_progress( delivered)?)?)?$' AND
    ${STATUSES} !~ '^new( assigned( in_progress)?)? cancelled$' OR ${STATUSES} !~ (o.status || '$')`,
  "misses or repeats an event of the log, or has a wrong order": `
    (SELECT array_agg(e.sequence ORDER BY e.epoch, e.transaction_id, e.row) FROM events e WHERE e.order_id = o.id)
    IS DISTINCT FROM ARRAY(SELECT generate_series(1, o.event_sequence))`,
  "has events that contradict its history": `
    (SELECT string_agg(status, ' ' ORDER BY sequence) FROM (
       SELECT sequence, body::json->>'status' AS status,
              lag(body::json->>'status') OVER (ORDER BY sequence) AS former FROM events WHERE order_id = o.id) t
     WHERE former IS DISTINCT FROM status) <> ${STATUSES}`,
  "has events that go back in time": `EXISTS (SELECT FROM events a JOIN events b ON b.order_id = a.order_id
    AND b.sequence > a.sequence AND b.created_at < a.created_at WHERE a.order_id = o.id)`,
  "has a price that differs from its last event": `(${LAST}->'order'->>'price')::numeric <> o.price`,
  "has a total that differs from its last event": `(${LAST}->'order'->>'total')::numeric <> ${TOTAL}`,
  "has a courier who differs from its last event": `${LAST}->'order'->'driver'->>'phone' IS DISTINCT FROM
    (SELECT phone FROM couriers WHERE id = o.courier_id)`,
  "has a price that differs from its legs":
    "(SELECT sum(price) FROM order_stops WHERE order_id = o.id) IS DISTINCT FROM o.price",
  "has charges that differ from their sum": `
    o.charges <> (SELECT coalesce(sum(amount), 0) FROM order_charges WHERE order_id = o.id)`,
  "has metadata that search does not have": `o.metadata <> (SELECT coalesce(jsonb_object_agg(key, value), '{}')
    FROM order_metadata WHERE order_id = o.id)`,
  "has a delivery time that contradicts its status": "(o.delivered_at IS NULL) = (o.status = 'delivered')",
  "has a wrong number of cancellations": `(SELECT count(*) FROM events WHERE order_id = o.id AND type = 'order.cancelled')
    <> (o.status = 'cancelled')::int`,
  "differs from its statement lines": `EXISTS (SELECT FROM statement_lines WHERE order_id = o.id)
    AND (SELECT sum(total) FROM statement_lines WHERE order_id = o.id) <> ${TOTAL}`,
  "does not have exactly two stops":
    "(SELECT array_agg(position::int ORDER BY position) FROM order_stops WHERE order_id = o.id) <> '{0,1}'",
  "has a wrong buyout": `s.position = 1 AND (SELECT coalesce(-sum(amount), 0) FROM courier_cash WHERE order_id = o.id)
    <> CASE WHEN s.delivered_at IS NULL THEN 0 ELSE s.payment_amount END`,
  "is delivered without an outcome": `
    s.position = 1 AND o.status = 'delivered' AND s.delivered_at IS NULL AND s.resolution IS NULL`,
  "is cancelled with an open question": "o.status = 'cancelled' AND s.resolution = 'ask'",
  "has a question without its job": `o.status = 'in_progress' AND s.resolution = 'ask' AND NOT EXISTS (SELECT FROM jobs
    WHERE kind = 'answer_stop' AND finished_at IS NULL AND key = concat_ws(':', o.id, s.position, s.attempts))`,
  "has an offer without its job": `o.status = 'assigned' AND o.accepted_at IS NULL AND o.courier_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM jobs WHERE kind = 'check_acceptance' AND finished_at IS NULL
      AND key = concat_ws(':', o.id, o.courier_id))`,
  "has a courier with another order": `${ACTIVE} AND EXISTS (SELECT FROM orders x WHERE x.courier_id = o.courier_id
    AND x.id <> o.id AND ${ACTIVE.replaceAll("o.", "x.")})`,
  "is not in the route of its courier": `(SELECT string_agg(concat_ws(' ', r.courier_id, r.kind, r.stop_position), ', '
      ORDER BY r.position) FROM route_stops r WHERE r.order_id = o.id)
    IS DISTINCT FROM CASE WHEN o.courier_id IS NOT NULL THEN (
      SELECT string_agg(concat_ws(' ', o.courier_id, left_stop), ', ') FROM unnest(ARRAY[
        CASE WHEN ${ACTIVE} AND o.takeover_from_id IS NOT NULL THEN 'take_over 0' END,
        CASE WHEN o.status = 'assigned' THEN 'collect 0' END,
        CASE WHEN o.status IN ('assigned', 'in_progress') AND o.return_state IS DISTINCT FROM 'on_the_way'
          AND s.delivered_at IS NULL AND s.failed_at IS NULL THEN 'deliver 1' END,
        CASE WHEN o.return_state = 'on_the_way' THEN 'return 0' END]) AS left_stop WHERE left_stop IS NOT NULL) END
    AND s.position = 1`,
  "is held with a courier":
    "o.held_reason IS NOT NULL AND (o.courier_id IS NOT NULL OR o.status NOT IN ('new', 'assigned'))",
  "is held or free unlike its last event": `(${LAST}->'order'->>'held_reason') IS DISTINCT FROM o.held_reason::text`,
  "has an event with a courier of a held order": `EXISTS (SELECT FROM events e WHERE e.order_id = o.id
    AND e.body::json->'order'->>'held_reason' IS NOT NULL AND e.body::json->'order'->>'driver' IS NOT NULL)`,
  "is assigned to a disabled courier": `o.status = 'assigned' AND EXISTS (SELECT FROM couriers
    WHERE id = o.courier_id AND disabled_at IS NOT NULL)`,
  "misses or repeats a delivery": `
    (SELECT string_agg(d.endpoint_id || d.event_id::text, ' ' ORDER BY d.endpoint_id, d.event_id)
     FROM webhook_deliveries d WHERE d.order_id = o.id) IS DISTINCT FROM
    (SELECT string_agg(w.id || e.id::text, ' ' ORDER BY w.id, e.id) FROM events e
     JOIN webhook_endpoints w ON w.account_id = o.account_id AND e.type = ANY(w.event_types) WHERE e.order_id = o.id)`,
  "has lost an attempt": `EXISTS (SELECT FROM webhook_deliveries d WHERE d.order_id = o.id AND (d.attempts
    <> (SELECT count(*) FROM webhook_attempts WHERE delivery_id = d.id) OR (d.state = 'pending') <> (d.finished_at IS NULL)))`,
};

const CHECKS = Object.entries(ORDER_RULES)
  .map(
    ([what, isBroken]) => `SELECT DISTINCT 'order ' || o.external_order_id || ' ${what}' AS what
     FROM mine o LEFT JOIN order_stops s ON s.order_id = o.id WHERE ${isBroken}`,
  )
  .join("\nUNION ALL\n");
const BROKEN = `WITH mine AS MATERIALIZED (SELECT * FROM orders WHERE account_id = $1 AND external_order_id = ANY($2))
  ${CHECKS} UNION ALL SELECT 'statement ' || t.month || ' differs from its lines' FROM statements t WHERE account_id = $1
  AND (t.total, t.line_count) <> (SELECT coalesce(sum(l.total), 0), count(*)::int FROM statement_lines l
    WHERE l.account_id = t.account_id AND l.month = t.month)`;

const ORDERS = `
  SELECT o.id AS number, o.external_order_id AS id, o.status, o.cancel_reason AS reason, o.return_state AS way, o.comment,
    extract(epoch FROM o.delivery_time)::bigint * 1000 AS time, p.contact_name AS name, d.apartment, d.latitude,
    d.delivered_at AS handed, d.attempts, d.contact_value = '***' AS "isErased", p.contact_value = '***' AS "isWhole",
    EXISTS (SELECT FROM legal_holds WHERE order_id = o.id) AS "isHeld",
    (SELECT json_agg(body::json->'order' ORDER BY sequence) FROM events WHERE order_id = o.id) AS events,
    ARRAY(SELECT why FROM order_charges WHERE order_id = o.id AND type = 'adjustment' ORDER BY why) AS adjusted,
    ARRAY(SELECT id::text || ' ' || attempts FROM webhook_deliveries WHERE order_id = o.id) AS deliveries
  FROM orders o JOIN order_stops p ON p.order_id = o.id AND p.position = 0
  JOIN order_stops d ON d.order_id = o.id AND d.position = 1
  WHERE o.account_id = $1 AND o.external_order_id = ANY($2)`;

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly events: readonly { metadata: Record<string, string>; driver: { phone: string } | null }[];
  readonly isErased: boolean;
  /** Whether the pickup is erased too. */
  readonly isWhole: boolean;
  readonly isHeld: boolean;
  readonly adjusted: readonly string[];
  readonly deliveries: readonly string[];
}

/** Returns violations after a schedule: of the data itself, and of acknowledged or rejected operations. */
export async function findBroken(db: Client, world: World): Promise<string[]> {
  const values = [world.shop.accountId, world.bodies.map((body) => body.external_order_id)];
  const stored = await db.query({ name: "broken", text: BROKEN, values });
  const { rows } = await db.query<Row>({ name: "orders", text: ORDERS, values });
  const broken: string[] = stored.rows.map(({ what }) => what);
  const check = (isTrue: boolean, what: string) => void (isTrue || broken.push(what));
  for (const { name, refusal } of world.operations)
    check(!refusal?.startsWith("BROKEN"), `${name}: ${refusal}`);
  const closed = world.operations.flatMap(({ name, result }) =>
    name === "close month" && result ? [result] : [],
  );
  check(new Set(closed).size === closed.length, `a month was closed twice: ${closed}`);
  for (const { external_order_id: id } of world.bodies) {
    const done = world.operations.filter((one) => one.externalOrderId === id && one.refusal === null);
    const created = done.filter(({ name }) => name.startsWith("create"));
    const first = created.filter(({ result }) => !(result as { isReplay: boolean }).isReplay);
    check(first.length <= (world.absent.has(id) ? 1 : 0), `${first.length} creates of ${id} were the first`);
    const row = rows.find((one) => one.id === id);
    check(row !== undefined || created.length === 0, `the created order ${id} is missing`);
    const all = world.operations.filter((one) => one.externalOrderId === id);
    if (row !== undefined) checkOrder(row, all, world, check);
  }
  for (const row of rows) await checkErasure(db, row, world, check);
  const jobs = await db.query("SELECT id || ' ' || claim AS claim FROM jobs WHERE finished_at IS NOT NULL");
  const ends = world.operations.flatMap(({ name, result }) => (name === "jobs" && result ? result : []));
  for (const { claim } of jobs.rows)
    check((ends as string[]).includes(claim), `job ${claim} was ended by an older claim`);
  checkAccess(world, check);
  checkSending(world, rows, check);
  return broken;
}

type Check = (isTrue: boolean, what: string) => void;

function checkOrder(row: Row, operations: readonly Operation[], world: World, check: Check): void {
  const { id, status, reason, way, events, adjusted, handed, attempts, isErased } = row;
  const done = (name: string) => operations.filter((one) => one.name === name && one.refusal === null);
  const gone = (name: string, isThere: boolean) =>
    check(isThere || done(name).length === 0, `${id} has lost an acknowledged ${name}`);
  gone("cancel", status === "cancelled");
  gone("deliver", status === "delivered");
  gone("hand over", handed !== null);
  gone("complete return", way === "returned");
  for (const { name, number, refusal } of operations) {
    check(
      name !== "cancel" || refusal === null || reason !== `reason_${number}`,
      `${id} has a refused cancellation`,
    );
  }
  for (const { courier } of done("assign")) {
    const { phone } = world.couriers[courier] ?? {};
    check(
      events.some(({ driver }) => driver?.phone === phone),
      `${id} has lost an acknowledged assignment`,
    );
  }
  const adjustments = done("adjust").map(({ number }) => `adjustment ${number}`);
  const isKept = (why: string) => adjustments.includes(why) || (isErased && why === ERASED_TEXT);
  check(
    adjusted.length === adjustments.length && adjusted.every(isKept),
    `${id} has ${adjusted}, not ${adjustments}`,
  );
  for (const { name, result, refusal } of world.operations) {
    const step = name === "step" && refusal === null ? (result as { id: string; type: string } | null) : null;
    if (step?.id !== id) continue;
    check(step.type !== "pick_up" || status !== "assigned", `${id} has lost its pickup`);
    // If a phone reports the other outcome of an attempt, it gets the existing one.
    const hasOutcome = handed !== null || Number(attempts) > 0;
    check(hasOutcome || !["hand_over", "fail"].includes(step.type), `${id} has lost its outcome`);
    check(step.type !== "give_back" || way === "returned", `${id} has lost its return`);
  }
  // An erasure removes the traces of edits.
  if (!isErased) checkEdits(row, operations, check);
}

/** Finds recipient data of the order $1; $2 is whether the pickup is erased too. */
async function buildTraces(db: Client): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'order_id'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`);
  const parts = rows.map(
    ({ name }) => `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM ${name} t
    WHERE t.order_id = $1::bigint ${name === "order_stops" ? "AND ($2 OR t.position > 0)" : ""}`,
  );
  return `SELECT name, row FROM (${parts.join(" UNION ALL ")}
    UNION ALL SELECT 'orders', to_jsonb(t)::text FROM orders t WHERE t.id = $1::bigint
    UNION ALL SELECT 'search', search_words::text FROM order_stops WHERE order_id = $1::bigint AND position = 0
    UNION ALL SELECT 'attempts', to_jsonb(t)::text FROM webhook_attempts t
      JOIN webhook_deliveries d ON d.id = t.delivery_id AND d.order_id = $1::bigint
    UNION ALL SELECT 'audit', to_jsonb(t)::text FROM orders o JOIN audit_records r ON r.object_id = o.order_code
      JOIN audit_details t ON t.record_id = r.id WHERE o.id = $1::bigint) found WHERE row ~* $3`;
}

let traces: string | null = null;

const TRACES = String.raw`[ck]anar|7921\d{7}|\D{2}59\.\d{3}|/t/[\w-]{8}`;

/** An erased order has no recipient data, whatever ran concurrently. */
async function checkErasure(db: Client, row: Row, { operations }: World, check: Check): Promise<void> {
  const { id, isErased, isWhole, isHeld } = row;
  const done = operations.filter(({ refusal }) => refusal === null);
  const erasures = done.filter(({ name, externalOrderId }) => /^erase/.test(name) && externalOrderId === id);
  const isAcknowledged = erasures.some(({ result }) => (result as { orders?: number }).orders === 1);
  check(isErased || !isAcknowledged, `${id} has lost its erasure`);
  check(isErased || !isWhole, `${id} is half erased`);
  const holds = done.filter(({ name, externalOrderId }) => name === "hold" && externalOrderId === id);
  check(isHeld === holds.length > 0, `${id} has lost its hold`);
  const others = operations.filter(({ name }) => /^erase|^retain/.test(name));
  const isSpared = holds.some((hold) => others.every(({ startedAt }) => startedAt > hold.endedAt));
  check(!isErased || !isSpared, `${id} was erased during its hold`);
  if (!isErased) return;
  traces ??= await buildTraces(db);
  const { rows } = await db.query({ name: "traces", text: traces, values: [row.number, isWhole, TRACES] });
  for (const { name, row: found } of rows) check(false, `${id} is erased, but not in ${name}: ${found}`);
}

/** Each edit adds its own metadata key, so events show which edits were applied, and in which order. */
function checkEdits({ id, events, ...row }: Row, operations: readonly Operation[], check: Check): void {
  const edits = new Map<string, Operation>(
    operations.flatMap((one) => (/^(patch|put)$/.test(one.name) ? [[`e${one.number}`, one] as const] : [])),
  );
  const applied: Operation[] = [];
  let before: string[] = [];
  for (const { metadata } of events) {
    const keys = Object.keys(metadata).toSorted();
    const added = keys.filter((key) => !before.includes(key));
    const edit = edits.get(added[0] ?? "");
    if (edit !== undefined) applied.push(edit);
    const kept = edit?.name === "put" ? added : [...before, ...added].toSorted();
    check(
      added.length <= 1 && keys.join() === kept.join(),
      `${id} has lost an edit: ${before} became ${keys}`,
    );
    before = keys;
  }
  for (const [key, edit] of edits) {
    const count = applied.filter((one) => one === edit).length;
    check(
      count === (edit.refusal === null ? 1 : 0),
      `${id} has ${key} (${edit.refusal ?? "done"}) ${count} times`,
    );
    const isEarly =
      count > 0 && applied.slice(applied.indexOf(edit)).some(({ endedAt }) => endedAt < edit.startedAt);
    check(!isEarly, `${id} has ${key} before an earlier edit`);
  }
  const replaced = applied.findLastIndex(({ name }) => name === "put");
  const fields = Object.assign({}, ...applied.slice(Math.max(0, replaced)).map(toFields));
  for (const [name, value] of Object.entries(fields)) {
    check(String(row[name]) === String(value), `${id} has ${name} ${row[name]}, not ${value}`);
  }
}

const toFields = ({ name, number }: Operation) =>
  name === "put" ? { comment: `Canary ${number}` } : toEdit(number).fields;

/** An operation that begins after its access has ended is rejected. */
function checkAccess({ operations }: World, check: Check): void {
  const uses = { revoke: "create by key", "new link": "step", disable: "step" } as Readonly<
    Record<string, string>
  >;
  for (const end of operations.filter(({ name, refusal }) => name in uses && refusal === null)) {
    const late = operations.filter((use) => use.name === uses[end.name] && use.startedAt > end.endedAt);
    const worked = late.some(
      (use) => (end.name === "revoke" || use.courier === end.courier) && use.refusal === null,
    );
    check(!worked, `${uses[end.name]} worked after ${end.name}`);
  }
}

/** Each claim has one sender, and an attempt that a sender recorded is stored. */
function checkSending({ operations }: World, rows: readonly Row[], check: Check): void {
  const sent = operations.flatMap(({ name, refusal, result }) =>
    name === "send" && refusal === null ? (result as Sending[]) : [],
  );
  for (const one of sent) {
    const others = sent.filter((other) => other !== one && other.id === one.id);
    check(
      others.every(({ claim }) => claim !== one.claim),
      `a claim of delivery ${one.id} has two senders`,
    );
    const isTaken = rows.some(({ isErased, number }) => isErased && number === String(one.orderId));
    check(one.leaseMs === 0 || one.isRecorded || isTaken, `delivery ${one.id} was taken during its lease`);
    const isOld = others.some(({ claim, claimedAt }) => claim > one.claim && claimedAt < one.recordedAt);
    check(!isOld || !one.isRecorded, `delivery ${one.id} was recorded by an older claim`);
  }
  for (const [id, attempts] of rows.flatMap(({ deliveries }) => deliveries.map((one) => one.split(" ")))) {
    const recorded = sent.filter((one) => String(one.id) === id && one.isRecorded);
    check(
      recorded.length === Number(attempts),
      `delivery ${id} has ${attempts} attempts, not ${recorded.length}`,
    );
    check(recorded.filter(({ state }) => state !== "again").length <= 1, `delivery ${id} ended twice`);
  }
}
