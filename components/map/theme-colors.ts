const TOKENS = [
  "ink",
  "surface",
  "fir",
  "live",
  "on-live",
  "assigned",
  "new",
  "late",
  "bad",
  "cancelled",
  "route",
  "route-casing",
  "route-done",
] as const;

export type ThemeColors = Readonly<Record<(typeof TOKENS)[number], string>>;

/** A canvas cannot read CSS variables. */
export function themeColors(element: HTMLElement): ThemeColors {
  const probe = element.ownerDocument.createElement("i");
  probe.hidden = true;
  element.append(probe);
  const values = TOKENS.map((token) => {
    probe.style.color = `var(--${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(values) as ThemeColors;
}
