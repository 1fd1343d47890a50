/** docs/design-system.md says which style is used where, app/globals.css what `button` and `field` look like. */
const USUAL = "button px-4";
const SMALL = "button px-3.5 sm:min-h-9";

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

export const SMALL_INPUT = "field sm:min-h-9";
export const ICON =
  "inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink";

export const INPUT = "field block w-full";

export const BARE_MAIN = "mx-auto max-w-xl px-4 py-20";

export const CARD = "rounded-xl border border-line bg-surface";

/** Wraps in a narrow container, as with large text. */
export const TRUNCATED = "truncate @max-3xs:whitespace-normal @max-3xs:wrap-anywhere";

export const LINK = "text-link underline decoration-1 underline-offset-4";
