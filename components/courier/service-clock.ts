const PLACE = "courier-clock-ahead-ms";
// Differences below a response's duration are not corrected.
const NOISE_MS = 10_000;

/** Corrects a wrong phone clock by the time of a response. */
export function updateServiceTime(sentAt: number | null): void {
  if (sentAt === null) return;
  const aheadMs = sentAt - Date.now();
  if (Math.abs(aheadMs) < NOISE_MS) localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, String(aheadMs));
}

export function serviceNow(): Date {
  return new Date(Date.now() + Number(localStorage.getItem(PLACE) ?? 0));
}
