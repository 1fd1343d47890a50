import { MINUTE_MS } from "@/lib/duration";

const SOON_MS = 10 * MINUTE_MS;

export const HANDLINGS = {
  noted: SOON_MS,
  called: SOON_MS,
  reassigned: SOON_MS,
  answered: SOON_MS,
  allowed: SOON_MS,
  taken_back: SOON_MS,
  cancelled: SOON_MS,
  told_shop: 24 * 60 * MINUTE_MS,
} as const satisfies Readonly<Record<string, number>>;
export type ExceptionAction = keyof typeof HANDLINGS;
