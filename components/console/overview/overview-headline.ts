import type { ActiveCounts } from "@/lib/console/overview/account-board";

type State = "on_the_way" | "to_pick_up" | "planned" | "searching" | "scheduled";
type Headline = ReturnType<typeof overviewHeadline>;

export function overviewHeadline(counts: ActiveCounts) {
  const { open, onTheWay, toPickUp, planned, searching, scheduled, late: lateCount } = counts;
  const states: readonly [State, number][] = [
    ["on_the_way", onTheWay],
    ["to_pick_up", toPickUp],
    ["planned", planned],
    ["searching", searching],
    ["scheduled", scheduled],
  ];
  const [state, count] = states.find(([, some]) => some > 0) ?? (["nothing", 0] as const);
  const isAll = lateCount === count && lateCount === open;
  /** `all_late` if every open order is late. */
  const late: "late" | "all_late" | null = lateCount === 0 ? null : isAll ? "all_late" : "late";
  return { state, count, late, lateCount };
}

export function formatHeadline(
  { state, count, late, lateCount }: Headline,
  t: (key: Headline["state"] | "late" | "all_late", values?: { count: number }) => string,
): string {
  const headline = t(state, { count });
  return late === null ? headline : `${headline}, ${t(late, { count: lateCount })}`;
}
