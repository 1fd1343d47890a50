/** Every part of `next` that equals `before` is replaced by it, so that React sees no change. */
export const structuralShare = <Value>(before: Value, next: Value): Value => keep(before, next) as Value;

function keep(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    const stored = next.map((value, index) => keep(before[index], value));
    return before.length === next.length && stored.every((value, index) => value === before[index])
      ? before
      : stored;
  }
  if (!isRecord(before) || !isRecord(next)) return next;
  const entries = Object.entries(next).map(([key, value]) => [key, keep(before[key], value)] as const);
  return entries.length === Object.keys(before).length &&
    entries.every(([key, value]) => key in before && value === before[key])
    ? before
    : Object.fromEntries(entries);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
