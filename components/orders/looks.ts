/** A small square button with an icon. */
export const GHOST_ICON =
  "flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-lg hover:bg-hover sm:size-8";
