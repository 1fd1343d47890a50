const PLACE = "courier-clock-ahead-ms";
// The time that an answer may take; smaller errors are not worth correcting.
const NOISE_MS = 10_000;

/** Notes the time of an answer, so that a phone whose clock is wrong still tells and counts the right times. */
export function hearServiceTime(sentAt: number | null): void {
  if (sentAt === null) return;
  const aheadMs = sentAt - Date.now();
  if (Math.abs(aheadMs) < NOISE_MS) localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, String(aheadMs));
}

export function serviceNow(): Date {
  return new Date(Date.now() + Number(localStorage.getItem(PLACE) ?? 0));
}
