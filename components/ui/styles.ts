/** Styles shared across pages. */
const BUTTON =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-lg px-4 text-sm font-medium disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60";

export const PRIMARY = `${BUTTON} bg-accent text-page hover:opacity-90`;
export const SECONDARY = `${BUTTON} border border-line bg-page text-ink hover:border-soft`;
export const DANGER = `${BUTTON} border border-bad bg-page text-bad hover:bg-panel`;

export const INPUT =
  "block min-h-11 w-full rounded-lg border border-soft bg-page px-3 text-base text-ink aria-invalid:border-bad sm:text-sm";

/** A page without a frame. */
export const BARE_MAIN = "mx-auto max-w-xl px-4 py-20";

export const CARD = "rounded-xl border border-line bg-page";

export const LINK = "text-accent underline decoration-1 underline-offset-4";
