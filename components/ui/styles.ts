/** Styles shared across pages. */
const BUTTON =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-lg px-4 text-sm font-medium disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60";

export const PRIMARY = `${BUTTON} bg-fir text-on-fir hover:opacity-90`;
export const SECONDARY = `${BUTTON} border border-line bg-surface text-ink hover:border-field-line`;
export const DANGER = `${BUTTON} border border-bad bg-surface text-bad hover:bg-hover`;

export const INPUT =
  "block min-h-11 w-full rounded-lg border border-field-line bg-surface px-3 text-base text-ink aria-invalid:border-bad sm:text-sm";

/** A page without a frame. */
export const BARE_MAIN = "mx-auto max-w-xl px-4 py-20";

export const CARD = "rounded-xl border border-line bg-surface";

export const LINK = "text-link underline decoration-1 underline-offset-4";
