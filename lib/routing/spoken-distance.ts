/** A distance as people say it: tens of metres up close, fifties further off, and kilometres from there. */
export function spokenDistance(meters: number): { unit: "meter" | "kilometer"; value: number } {
  const step = meters < 100 ? 10 : 50;
  const rounded = Math.round(meters / step) * step;
  if (rounded >= 1000) return { unit: "kilometer", value: meters / 1000 };
  return { unit: "meter", value: Math.max(10, rounded) };
}
