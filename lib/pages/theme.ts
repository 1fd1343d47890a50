export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Keeps a reader's choice. */
export const THEME_COOKIE = "theme";

/** The theme of that name; otherwise the device's own. */
export function asTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}
