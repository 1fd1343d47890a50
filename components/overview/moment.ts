import type { OpenCounts } from "@/lib/overview/account-board";

/** What the overview's sentence says first; each is a message that counts its orders. */
type State = "on_the_way" | "to_pick_up" | "searching" | "scheduled";

/** The sentence of the moment: what most matters of what is under way, and whether any of it is late. */
export interface Moment {
  readonly state: State | "nothing";
  readonly count: number;
  /** `all_late` when there is nothing but late orders. */
  readonly late: "late" | "all_late" | null;
  readonly lateCount: number;
}

/** Returns what the overview says of the orders that are open. */
export function momentOf({ open, onTheWay, toPickUp, searching, scheduled, late }: OpenCounts): Moment {
  const states: readonly [State, number][] = [
    ["on_the_way", onTheWay],
    ["to_pick_up", toPickUp],
    ["searching", searching],
    ["scheduled", scheduled],
  ];
  const [state, count] = states.find(([, some]) => some > 0) ?? (["nothing", 0] as const);
  const isAll = late === count && late === open;
  return { state, count, late: late === 0 ? null : isAll ? "all_late" : "late", lateCount: late };
}

/**
 * Puts the moment into words.
 *
 * @param t the messages of `overview.moment`
 */
export function sayMoment(
  moment: Moment,
  t: (key: Moment["state"] | "late" | "all_late", values?: { count: number }) => string,
): string {
  const { state, count, late, lateCount } = moment;
  const said = t(state, { count });
  return late === null ? said : `${said}, ${t(late, { count: lateCount })}`;
}
