import { createBody, quoteBody } from "@/bench/places";

/** The operations that are measured. `bench/peer/check-answers.ts` compares the responses to each of them. */
export const OPERATIONS = [
  "ping",
  "quote",
  "create",
  "create with quote_id",
  "read",
  "list 20",
  "PATCH",
  "cancel",
] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** With the placeholders that the load generator fills in. */
export const CALLS: Record<OperationName, readonly [method: string, path: string]> = {
  ping: ["GET", "/ping"],
  quote: ["POST", "/quotes"],
  create: ["POST", "/orders"],
  "create with quote_id": ["POST", "/orders"],
  read: ["GET", "/orders/bench-{id}"],
  "list 20": ["GET", "/orders?limit=20"],
  PATCH: ["PATCH", "/orders/bench-{id}"],
  cancel: ["POST", "/orders/bench-{id}/cancel"],
};

export const BODIES: Partial<Record<OperationName, string>> = {
  quote: quoteBody(),
  create: createBody(),
  "create with quote_id": "",
  PATCH: '{"comment":"Ring {n} times"}',
  cancel: "{}",
};
