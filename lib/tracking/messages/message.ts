import * as enums from "@/lib/db/generated/enums";

export const MESSAGE_KINDS = Object.values(enums.MessageKind);
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MAX_TRIES = 5;

/** Reasons for not sending a message. */
export const DROP_REASONS = [
  "late",
  "switched_off",
  "no_phone",
  "opted_out",
  "quiet_hours",
  "cap",
  "no_provider",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `useful`: seconds until it is outdated. `quiet`: how quiet hours affect it. */
export const KIND_RULES = {
  accepted: { useful: 24 * HOUR, quiet: "wait" },
  on_the_way: { useful: 2 * HOUR, quiet: "drop" },
  near: { useful: 20 * MINUTE, quiet: "drop" },
  code: { useful: 12 * HOUR, quiet: "send" },
  failed: { useful: 24 * HOUR, quiet: "wait" },
  delivered: { useful: 24 * HOUR, quiet: "wait" },
  window_moved: { useful: HOUR, quiet: "drop" },
} as const satisfies Record<MessageKind, { useful: number; quiet: "wait" | "drop" | "send" }>;

const RETRY_SECONDS = [5, 30, 2 * MINUTE, 10 * MINUTE] as const;
const MAX_RETRY_AFTER_SECONDS = HOUR;

/** Null when the message is given up. @param tries including the failed one */
export function retryAfterMs(tries: number, retryAfter: string | null): number | null {
  const seconds = RETRY_SECONDS[tries - 1];
  if (seconds === undefined || tries >= MAX_TRIES) return null;
  const requestedSeconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : 0;
  return Math.max(seconds, Math.min(requestedSeconds, MAX_RETRY_AFTER_SECONDS)) * 1000;
}

export interface StopFacts {
  readonly status: "new" | "assigned" | "in_progress" | "delivered" | "cancelled";
  readonly arrivedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
  readonly attempts: number;
  readonly needsCode: boolean;
}

/** Whether the message still describes its stop. */
export function isStillTrue(message: { kind: MessageKind; occurrence: number }, stop: StopFacts): boolean {
  const isOpen = stop.deliveredAt === null && stop.failedAt === null;
  const isCarried = stop.status === "in_progress" && isOpen;
  switch (message.kind) {
    case "accepted":
      return stop.status === "new" || stop.status === "assigned";
    case "on_the_way":
      return isCarried && stop.arrivedAt === null;
    case "near":
      return isCarried && message.occurrence === stop.attempts + 1;
    case "code":
      return isCarried && stop.needsCode;
    case "failed":
      return stop.failedAt !== null && stop.deliveredAt === null && message.occurrence === stop.attempts;
    case "delivered":
      return stop.deliveredAt !== null;
    case "window_moved":
      return (stop.status === "assigned" || isCarried) && isOpen;
  }
}

export interface SendingFacts extends StopFacts {
  readonly isSwitchedOn: boolean;
  readonly hasPhone: boolean;
  readonly isOptedOut: boolean;
  /** The end of the quiet hours of now; null outside them. */
  readonly quietUntil: Date | null;
  readonly isCapReached: boolean;
}

export type Decision =
  | { readonly type: "send" }
  | { readonly type: "wait"; readonly until: Date }
  | { readonly type: "drop"; readonly reason: DropReason };

/** The delivery code ignores opt-outs, quiet hours and the cap, since the goods are not handed over without it. */
export function decideSending(
  message: { kind: MessageKind; occurrence: number; expiresAt: Date },
  facts: SendingFacts,
  now: Date,
): Decision {
  const drop = (reason: DropReason): Decision => ({ type: "drop", reason });
  if (message.expiresAt <= now || !isStillTrue(message, facts)) return drop("late");
  if (!facts.isSwitchedOn) return drop("switched_off");
  if (!facts.hasPhone) return drop("no_phone");
  const { quiet } = KIND_RULES[message.kind];
  if (quiet === "send") return { type: "send" };
  if (facts.isOptedOut) return drop("opted_out");
  if (facts.quietUntil !== null) {
    if (quiet === "drop" || facts.quietUntil >= message.expiresAt) return drop("quiet_hours");
    return { type: "wait", until: facts.quietUntil };
  }
  return facts.isCapReached ? drop("cap") : { type: "send" };
}
