import type { ActiveCounts } from "@/lib/overview/account-board";

type State = "on_the_way" | "to_pick_up" | "searching" | "scheduled";

export interface OverviewHeadline {
  readonly state: State | "nothing";
  readonly count: number;
  /** `all_late` if every open order is late. */
  readonly late: "late" | "all_late" | null;
  readonly lateCount: number;
}

export function overviewHeadline({
  open,
  onTheWay,
  toPickUp,
  searching,
  scheduled,
  late,
}: ActiveCounts): OverviewHeadline {
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

export function sayMoment(
  moment: OverviewHeadline,
  t: (key: OverviewHeadline["state"] | "late" | "all_late", values?: { count: number }) => string,
): string {
  const { state, count, late, lateCount } = moment;
  const output = t(state, { count });
  return late === null ? output : `${output}, ${t(late, { count: lateCount })}`;
}
