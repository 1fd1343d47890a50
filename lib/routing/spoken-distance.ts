/** Rounded to tens of meters up close, fifties further off, then tenths of kilometers. */
export function formatDistance(meters: number): { unit: "meter" | "kilometer"; value: number } {
  const step = meters < 100 ? 10 : 50;
  const rounded = Math.round(meters / step) * step;
  if (rounded >= 1000) return { unit: "kilometer", value: meters / 1000 };
  return { unit: "meter", value: Math.max(10, rounded) };
}
