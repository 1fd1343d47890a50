import type { Client } from "pg";
import { ENDPOINT_TYPES, type Operation, type World } from "@/testing/race-actors";

const PATHS = /^new(,assigned(,in_progress(,delivered)?)?)?$|^new(,assigned(,in_progress)?)?,cancelled$/;

/** Everything that the database holds of an account's orders, as PostgreSQL itself puts it together. */
const ORDERS = `
  SELECT to_jsonb(o) AS "order",
    (SELECT coalesce(jsonb_agg(s ORDER BY s.position), '[]') FROM order_stops s WHERE s.order_id = o.id) AS stops,
    (SELECT coalesce(jsonb_agg(h ORDER BY h.id), '[]') FROM order_status_changes h WHERE h.order_id = o.id) AS history,
    (SELECT coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('body', e.body::jsonb) ORDER BY e.epoch, e.transaction_id, e.row), '[]')
     FROM events e WHERE e.order_id = o.id) AS events,
    (SELECT coalesce(jsonb_agg(c), '[]') FROM order_charges c WHERE c.order_id = o.id) AS charges,
    (SELECT coalesce(jsonb_agg(k), '[]') FROM courier_cash k WHERE k.order_id = o.id) AS cash,
    (SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}') FROM order_metadata m WHERE m.order_id = o.id) AS metadata,
    (SELECT coalesce(jsonb_agg(d), '[]') FROM webhook_deliveries d WHERE d.order_id = o.id) AS deliveries,
    (SELECT coalesce(jsonb_agg(a), '[]') FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
     WHERE d.order_id = o.id) AS attempts,
    (SELECT coalesce(jsonb_agg(l), '[]') FROM statement_lines l WHERE l.order_id = o.id) AS lines,
    (SELECT coalesce(jsonb_agg(j.kind || ' ' || j.key), '[]') FROM jobs j
     WHERE j.finished_at IS NULL AND j.key LIKE o.id || ':%') AS jobs
  FROM orders o WHERE o.account_id = $1 ORDER BY o.id`;

// biome-ignore lint/suspicious/noExplicitAny: rows are compared as PostgreSQL writes them, without a type of the service.
type Row = any;

const cents = (value: unknown): number => Math.round(Number(value) * 100);
const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + cents(row[column]), 0);

/** Returns what is wrong after a schedule, by the database alone and by what was acknowledged. */
export async function findBroken(db: Client, world: World): Promise<string[]> {
  const { accountId } = world.shop;
  const { rows } = await db.query({ name: "orders", text: ORDERS, values: [accountId] });
  const couriers = await db.query({
    name: "couriers",
    text: `SELECT c.id, c.disabled_at, (SELECT jsonb_agg(o.status) FROM orders o WHERE o.courier_id = c.id
             AND (o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')) AS active
           FROM couriers c WHERE c.id = ANY($1::uuid[])`,
    values: [world.couriers.map(({ id }) => id)],
  });
  const statements = await db.query({
    name: "statements",
    text: `SELECT s.month, s.total, s.line_count, (SELECT count(*)::int FROM statement_lines l
             WHERE l.account_id = s.account_id AND l.month = s.month) AS lines, (SELECT coalesce(sum(total), 0)
             FROM statement_lines l WHERE l.account_id = s.account_id AND l.month = s.month) AS sum
           FROM statements s WHERE s.account_id = $1`,
    values: [accountId],
  });
  const broken = world.operations.flatMap(({ name, refusal }) => (refusal?.startsWith("BROKEN") ? [`${name}: ${refusal}`] : []));
  const expect = (isTrue: boolean, what: string) => void (isTrue || broken.push(what));

  for (const { id, disabled_at, active } of couriers.rows) {
    expect((active ?? []).length <= 1, `courier ${id} has ${active?.length} orders`);
    expect(disabled_at === null || !(active ?? []).includes("assigned"), `disabled courier ${id} has an assigned order`);
  }
  for (const { month, total, line_count: count, lines, sum: lineSum } of statements.rows) {
    expect(count === lines && cents(total) === cents(lineSum), `statement ${month} differs from its lines`);
  }
  const closings = world.operations.flatMap(({ name, result }) => (name === "close month" && typeof result === "string" ? [result] : []));
  expect(new Set(closings).size === closings.length, `a month was closed twice: ${closings}`);
  for (const { external_order_id: externalOrderId } of world.bodies) {
    const mine = rows.filter(({ order }) => order.external_order_id === externalOrderId);
    expect(mine.length <= 1, `${mine.length} orders have the identifier ${externalOrderId}`);
    const operations = world.operations.filter((one) => one.externalOrderId === externalOrderId);
    const creations = operations.filter(({ name, refusal }) => name.startsWith("create") && refusal === null);
    const made = creations.filter(({ result }) => !(result as Row).isReplay);
    expect(made.length <= 1, `${made.length} creates of ${externalOrderId} were the first`);
    expect(mine.length === 1 || creations.length === 0, `the created order ${externalOrderId} is missing`);
  }
  for (const row of rows) {
    const operations = world.operations.filter((one) => one.externalOrderId === row.order.external_order_id);
    for (const what of brokenOrder(row, operations, world)) broken.push(`order ${row.order.id}: ${what}`);
  }
  broken.push(...brokenAccess(world), ...brokenSending(world, rows));
  return broken;
}

function brokenOrder(row: Row, operations: readonly Operation[], world: World): string[] {
  const { order, stops, history, events, charges, cash, metadata, deliveries, attempts, lines, jobs } = row;
  const broken: string[] = [];
  const expect = (isTrue: boolean, what: string) => void (isTrue || broken.push(what));
  const path = history.map(({ status }: Row) => status);
  expect(PATHS.test(path.join()) && path.at(-1) === order.status, `history ${path} of status ${order.status}`);
  const sequences = events.map(({ sequence }: Row) => sequence);
  expect(
    sequences.every((sequence: number, index: number) => sequence === index + 1) && sequences.length === order.event_sequence,
    `events ${sequences} up to ${order.event_sequence}`,
  );
  const told = events.map(({ body }: Row) => body.status);
  expect(told.filter((status: string, index: number) => status !== told[index - 1]).join() === path.join(), `events tell ${told}, history ${path}`);
  const times = events.map(({ created_at: at }: Row) => new Date(at).getTime());
  expect(times.every((at: number, index: number) => at >= (times[index - 1] ?? 0)), "events run backwards in time");
  const last = events.at(-1)?.body.order;
  expect(cents(last?.price) === cents(order.price), "the last event has another price");
  const total = Math.max(0, (order.status === "cancelled" ? 0 : cents(order.price)) + cents(order.charges));
  expect(cents(last?.total) === total, `the last event's total ${last?.total} is not ${total / 100}`);
  const courier = world.couriers.find(({ id }) => id === order.courier_id);
  expect((last?.driver?.phone ?? null) === (courier?.phone ?? null), "the last event has another courier");
  const [pickup, ...dropoffs] = stops;
  expect(pickup !== undefined && dropoffs.length === 1, `it has ${stops.length} stops`);
  expect(sum(dropoffs, "price") === cents(order.price), "its legs do not add up to its price");
  expect(sum(charges, "amount") === cents(order.charges), "its charges do not add up");
  expect((order.delivered_at !== null) === (order.status === "delivered"), `delivered_at is ${order.delivered_at} in ${order.status}`);
  expect(order.takeover_from_id === null || (order.takeover_from_id !== order.courier_id && order.courier_id !== null), "its takeover has no sense");
  for (const stop of dropoffs) {
    const paid = cash.filter(({ kind, position }: Row) => kind === "paid" && position === stop.position);
    const due = stop.delivered_at === null ? 0 : cents(stop.payment_amount);
    expect(sum(paid, "amount") === -due && paid.length <= 1, `cash ${sum(paid, "amount")} of a buyout of ${due}`);
    const isOver = order.status === "delivered";
    expect(!isOver || stop.delivered_at !== null || stop.resolution !== null, "delivered without an outcome");
    const job = `answer_stop ${order.id}:${stop.position}:${stop.attempts}`;
    const isOpen = order.status === "in_progress" && stop.resolution === "ask";
    expect(!isOpen || jobs.includes(job), `no job ${job}`);
  }
  const isOffered = order.status === "assigned" && order.courier_id !== null && order.accepted_at === null;
  const offer = `check_acceptance ${order.id}:${order.courier_id}`;
  expect(!isOffered || jobs.includes(offer), `no job ${offer}`);
  const due = events.flatMap(({ id, type }: Row) => ENDPOINT_TYPES.flatMap((types) => (types === undefined || (types as string[]).includes(type) ? [id] : [])));
  expect(deliveries.map(({ event_id: id }: Row) => id).toSorted().join() === due.toSorted().join(), `${deliveries.length} deliveries instead of ${due.length}`);
  for (const { id, attempts: count, state, finished_at: at } of deliveries) {
    expect(attempts.filter(({ delivery_id: of }: Row) => of === id).length === count, `delivery ${id} has lost an attempt`);
    expect((state === "pending") === (at === null), `delivery ${id} is ${state} and ended at ${at}`);
  }
  const isEnded = order.status === "delivered" || order.status === "cancelled";
  expect(lines.length === 0 || (isEnded && sum(lines, "total") === total), `statement lines of ${sum(lines, "total")}, total ${total}`);
  expect(JSON.stringify(sortKeys(metadata)) === JSON.stringify(sortKeys(order.metadata)), "metadata rows differ");
  broken.push(...brokenEdits(row, operations), ...brokenPromises(row, operations, world));
  return broken;
}

const sortKeys = (record: Record<string, unknown>) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Each edit leaves a key of its own in the metadata, so that the events tell which were applied, in which order. */
function brokenEdits({ order, stops, events }: Row, operations: readonly Operation[]): string[] {
  const edits = new Map(operations.filter(({ patch }) => patch !== undefined).map((one) => [`e${one.number}`, one]));
  const applied: Operation[] = [];
  const broken: string[] = [];
  let before: string[] = [];
  for (const { body } of events) {
    const keys = Object.keys(body.order.metadata).toSorted();
    const added = keys.filter((key) => !before.includes(key));
    const edit = edits.get(added[0] ?? "");
    if (added.length === 1 && edit !== undefined) applied.push(edit);
    const kept = edit?.name === "put" ? added : [...before, ...added].toSorted();
    if (added.length > 1 || keys.join() !== kept.join()) broken.push(`event ${body.sequence} lost an edit: ${before} became ${keys}`);
    before = keys;
  }
  if (before.join() !== Object.keys(order.metadata).toSorted().join()) broken.push("the row and its last event have other metadata");
  for (const edit of edits.values()) {
    const count = applied.filter((one) => one === edit).length;
    if (count !== (edit.refusal === null ? 1 : 0)) broken.push(`edit ${edit.number} (${edit.refusal ?? "done"}) was applied ${count} times`);
  }
  for (const [index, edit] of applied.entries()) {
    if (applied.slice(index + 1).some(({ endedAt }) => endedAt < edit.startedAt)) broken.push(`edit ${edit.number} was applied before an earlier one`);
  }
  const state: Record<string, unknown> = {};
  for (const { name, patch = {} } of applied) {
    if (name === "put") for (const field of Object.keys(state)) delete state[field];
    if (patch.comment != null) state.comment = patch.comment;
    if (patch.pickup?.contact?.name != null) state.name = patch.pickup.contact.name;
    if (patch.delivery_time != null) state.time = new Date(patch.delivery_time).getTime();
    const { address, payment_amount: payment } = patch.dropoffs?.[0] ?? {};
    if (address?.apartment != null) state.apartment = Number(address.apartment);
    if (address?.latitude != null) state.latitude = address.latitude;
    if (payment != null) state.payment = cents(Number(payment));
  }
  const [pickup, dropoff] = stops;
  const stored = {
    comment: order.comment,
    name: pickup?.contact_name,
    time: order.delivery_time && new Date(order.delivery_time).getTime(),
    apartment: dropoff?.apartment,
    latitude: dropoff?.latitude,
    payment: cents(dropoff?.payment_amount),
  };
  for (const [field, value] of Object.entries(state)) {
    if (stored[field as keyof typeof stored] !== value) broken.push(`${field} is ${stored[field as keyof typeof stored]}, not ${value}`);
  }
  return broken;
}

/** What was acknowledged has happened, and what was refused has not. */
function brokenPromises({ order, events, charges, stops }: Row, operations: readonly Operation[], { couriers, operations: all }: World): string[] {
  const broken: string[] = [];
  const expect = (isTrue: boolean, what: string) => void (isTrue || broken.push(what));
  const cancelled = operations.filter(({ name }) => name === "cancel");
  const done = (name: string) => operations.filter((one) => one.name === name && one.refusal === null);
  expect(done("cancel").length === 0 || order.status === "cancelled", "an acknowledged cancellation is gone");
  const refused = cancelled.filter(({ refusal }) => refusal !== null).map(({ number }) => `reason_${number}`);
  expect(!refused.includes(order.cancel_reason), `a refused cancellation was done: ${order.cancel_reason}`);
  expect(events.filter(({ type }: Row) => type === "order.cancelled").length === (order.status === "cancelled" ? 1 : 0), "cancelled events do not match the status");
  expect(done("deliver").length === 0 || order.status === "delivered", "an acknowledged delivery is gone");
  expect(done("hand over").length === 0 || stops[1]?.delivered_at !== null, "an acknowledged handover is gone");
  expect(done("complete return").length === 0 || order.return_state === "returned", "an acknowledged return is gone");
  const phones = events.map(({ body }: Row) => body.order.driver?.phone);
  for (const { courier = 0, number } of done("assign")) {
    expect(phones.includes(couriers[courier]?.phone), `assignment ${number} left no event`);
  }
  const adjusted = charges.filter(({ type }: Row) => type === "adjustment").map(({ why }: Row) => why);
  const expected = done("adjust").map(({ number }) => `adjustment ${number}`);
  expect(adjusted.toSorted().join() === expected.toSorted().join(), `adjustments ${adjusted}, acknowledged ${expected}`);
  for (const { result, refusal } of all) {
    const { step = null, orderId = null } = refusal === null && typeof result === "object" ? ((result ?? {}) as Row) : {};
    if (String(orderId) !== String(order.id)) continue;
    expect(step !== "pick_up" || order.status !== "assigned", "an acknowledged pickup is gone");
    expect(step !== "hand_over" || stops[1]?.delivered_at !== null, "an acknowledged handover is gone");
    expect(step !== "fail" || stops[1]?.attempts > 0, "an acknowledged failure is gone");
    expect(step !== "give_back" || order.return_state === "returned", "an acknowledged return is gone");
  }
  return broken;
}

/** Whoever starts after access was revoked is refused. */
function brokenAccess({ operations }: World): string[] {
  const pairs = [["revoke", "create by key"], ["new link", "step"], ["disable", "step"]] as const;
  return pairs.flatMap(([end, use]) =>
    operations.flatMap((ended) =>
      operations.flatMap((used) => {
        const isLate = ended.name === end && used.name === use && ended.refusal === null && ended.courier === used.courier && used.startedAt > ended.endedAt;
        return isLate && used.refusal === null ? [`${use} ${used.number} worked after ${end} ${ended.number}`] : [];
      }),
    ),
  );
}

/** Each claim is of one sender, and what a sender was told to have recorded is what is stored. */
function brokenSending({ operations }: World, rows: readonly Row[]): string[] {
  const sent = operations.flatMap(({ name, refusal, result }) => (name === "send" && refusal === null ? (result as Row[]) : []));
  const claims = sent.map(({ id, claim }) => `${id}:${claim}`);
  const broken = new Set(claims).size === claims.length ? [] : [`a claim has two senders: ${claims}`];
  for (const { id, attempts } of rows.flatMap(({ deliveries }) => deliveries)) {
    const recorded = sent.filter((one) => String(one.id) === String(id) && one.isRecorded);
    if (recorded.length !== attempts) broken.push(`delivery ${id}: ${attempts} attempts, ${recorded.length} recorded`);
    if (recorded.filter(({ state }) => state !== "again").length > 1) broken.push(`delivery ${id} ended twice`);
  }
  return broken;
}
