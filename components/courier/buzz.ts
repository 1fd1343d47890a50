/** Vibrates, where the phone can. Browsers refuse it, and complain, until the page was tapped once. */
export function buzz(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}
