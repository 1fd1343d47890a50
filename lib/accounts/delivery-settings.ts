import type { Account } from "@/lib/db/generated/client";

export const PROOF_DAYS = { min: 1, max: 3650 } as const;

/** Waiting time at a door before the courier may report that no recipient came. */
export const WAITING_MINUTES = { min: 0, max: 120 } as const;

export const ANSWER_MINUTES = { min: 1, max: 1440 } as const;

/** Default action for goods when the account does not answer in time. */
export const UNANSWERED_ACTIONS = ["return", "leave"] as const;

const SETTINGS = [
  "proofPhoto",
  "proofCode",
  "proofSignature",
  "proofDays",
  "waitingMinutes",
  "answerMinutes",
  "unansweredAction",
  "recipientDecides",
  "recipientWindowHours",
  "deliveryMode",
] as const;

export type DeliverySettings = Pick<Account, (typeof SETTINGS)[number]>;

export const getDeliverySettings = (account: Account): DeliverySettings =>
  Object.fromEntries(SETTINGS.map((key) => [key, account[key]])) as DeliverySettings;
