export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

export function parseTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}
