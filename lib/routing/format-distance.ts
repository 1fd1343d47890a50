/** Rounds short distances to 10 m, longer ones to 50 m, then to 0.1 km. */
export function formatDistance(meters: number): { unit: "meter" | "kilometer"; value: number } {
  const step = meters < 100 ? 10 : 50;
  const rounded = Math.round(meters / step) * step;
  if (rounded >= 1000) return { unit: "kilometer", value: meters / 1000 };
  return { unit: "meter", value: Math.max(10, rounded) };
}
