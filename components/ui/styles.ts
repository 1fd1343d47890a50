/** docs/design-system.md says which style is used where. */
const BUTTON =
  "inline-flex cursor-pointer items-center justify-center gap-2 rounded-lg text-sm font-medium transition-colors disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60";
const USUAL = `${BUTTON} min-h-11 px-4`;
const SMALL = `${BUTTON} min-h-11 px-3.5 sm:min-h-9`;

/** One per view. */
export const PRIMARY = `${USUAL} bg-fir text-on-fir hover:bg-fir-hover`;
export const SECONDARY = `${USUAL} bg-fill text-ink hover:bg-line`;
/** On a map or a colored background. */
export const OUTLINE = `${USUAL} border border-line bg-surface text-ink hover:bg-hover`;
export const GHOST = `${USUAL} text-ink hover:bg-hover`;
/** Cannot be undone, before confirmation. */
export const DANGER = `${USUAL} text-bad hover:bg-bad-tint`;
export const CONFIRM_DANGER = `${USUAL} bg-bad text-surface hover:opacity-90`;

export const SMALL_PRIMARY = `${SMALL} bg-fir text-on-fir hover:bg-fir-hover`;
export const SMALL_SECONDARY = `${SMALL} bg-fill text-ink hover:bg-line`;
export const SMALL_OUTLINE = `${SMALL} border border-line bg-surface text-ink hover:bg-hover`;
export const SMALL_GHOST = `${SMALL} text-ink hover:bg-hover`;
export const SMALL_DANGER = `${SMALL} text-bad hover:bg-bad-tint`;

export const SMALL_INPUT =
  "min-h-11 rounded-lg border border-field-line bg-surface px-3 text-base text-ink placeholder:text-faint focus:outline-2 focus:-outline-offset-1 focus:outline-focus sm:min-h-9 sm:text-sm";
export const ICON =
  "inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink";

export const INPUT =
  "block min-h-11 w-full rounded-lg border border-field-line bg-surface px-3 text-base text-ink placeholder:text-faint focus:outline-2 focus:-outline-offset-1 focus:outline-focus aria-invalid:border-bad aria-invalid:focus:outline-bad sm:text-sm";

export const BARE_MAIN = "mx-auto max-w-xl px-4 py-20";

export const CARD = "rounded-xl border border-line bg-surface";

export const LINK = "text-link underline decoration-1 underline-offset-4";
