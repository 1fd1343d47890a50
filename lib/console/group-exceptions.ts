import type { Exception, ExceptionKind } from "@/lib/console/exceptions";

/** Exceptions of one kind and cause. The first is the oldest. */
export interface ExceptionGroup {
  readonly key: string;
  readonly exceptions: readonly [Exception, ...Exception[]];
}

/** Common cause of equal exceptions. Each question has its own deadline, text and answer. */
const CAUSES: Readonly<Record<ExceptionKind, "shop" | "courier" | null>> = {
  unusual_trip: "shop",
  question: null,
  silent_courier: "courier",
  courier_not_found: "shop",
  not_accepted: "courier",
  at_door: "courier",
  late: "shop",
  going_back: "courier",
  webhook_failing: "shop",
};

/** Stays the same while members come and go. */
export function groupKey({ kind, subject, accountId, accountName, courierId }: Exception): string {
  const cause = CAUSES[kind];
  if (cause === "shop") return `${kind} ${accountId ?? accountName}`;
  return `${kind} ${cause === "courier" ? (courierId ?? subject) : subject}`;
}

/** A group has the place of its first exception. */
export function groupExceptions(exceptions: readonly Exception[]): ExceptionGroup[] {
  const groups = new Map<string, [Exception, ...Exception[]]>();
  for (const exception of exceptions) {
    const key = groupKey(exception);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exception]);
    else group.push(exception);
  }
  return [...groups].map(([key, members]) => ({ key, exceptions: members }));
}

export const isCausedByCourier = (kind: ExceptionKind): boolean => CAUSES[kind] === "courier";
