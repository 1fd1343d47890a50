/** Changelog dates of operations and fields that were not in the first version. */
const OPERATIONS: Readonly<Record<string, string>> = {
  getCancellation: "2026-11-22",
  answerUndeliverable: "2026-11-22",
  searchAddresses: "2026-11-22",
  findNearestAddress: "2026-11-22",
  stepOrder: "2026-11-22",
};

const FIELDS: Readonly<Record<string, string>> = {
  if_undeliverable: "2026-11-22",
  proof: "2026-11-22",
  max_fee: "2026-11-22",
  stops: "2026-11-22",
  stop: "2026-11-22",
  charges: "2026-11-22",
  total: "2026-11-22",
  return: "2026-11-22",
  return_price: "2026-11-22",
  routing: "2026-11-24",
  "createQuote.routing": "2026-11-22",
  fees: "2026-11-22",
  "createQuote.delivery_time": "2026-11-22",
  "X-Sandbox-Scenario": "2026-11-22",
  "X-Sandbox-Speed": "2026-11-22",
  cancellation: "2026-09-20",
  delivered_at: "2026-09-20",
  driver: "2026-09-20",
  driver_location: "2026-09-20",
};

export function operationSince(operationId: string): string | null {
  return OPERATIONS[operationId] ?? null;
}

/** Fields of a later operation came with it. */
export function fieldSince(operationId: string, name: string): string | null {
  if (operationSince(operationId) !== null) return null;
  return FIELDS[`${operationId}.${name}`] ?? FIELDS[name] ?? null;
}

export const SINCE = { operations: OPERATIONS, fields: FIELDS };
