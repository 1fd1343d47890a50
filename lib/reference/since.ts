/** Changelog dates of operations and fields that were not in the first version. */
const OPERATIONS = byName({
  "2026-11-22": [
    "getCancellation",
    "answerUndeliverable",
    "searchAddresses",
    "findNearestAddress",
    "stepOrder",
  ],
});

const FIELDS = byName({
  "2026-11-24": ["routing"],
  "2026-11-22": [
    ...["if_undeliverable", "proof", "max_fee", "stops", "stop", "charges", "total", "return"],
    ...["return_price", "createQuote.routing", "fees", "createQuote.delivery_time"],
    ...["X-Sandbox-Scenario", "X-Sandbox-Speed"],
  ],
  "2026-09-20": ["cancellation", "delivered_at", "driver", "driver_location"],
});

function byName(names: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([date, list]) => list.map((name) => [name, date])),
  );
}

export function operationSince(operationId: string): string | null {
  return OPERATIONS[operationId] ?? null;
}

/** Fields of a later operation came with it. */
export function fieldSince(operationId: string, name: string): string | null {
  if (operationSince(operationId) !== null) return null;
  return FIELDS[`${operationId}.${name}`] ?? FIELDS[name] ?? null;
}

export const SINCE = { operations: OPERATIONS, fields: FIELDS };
