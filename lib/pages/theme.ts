export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Where a reader's choice is kept. */
export const THEME_COOKIE = "theme";

/** The theme of that name; the device's own for any other. */
export function asTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}
