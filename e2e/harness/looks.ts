/** The sizes that pages are made for. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/**
 * The looks in which axe sees each page. Names depend on the language, contrast on the theme, structure on the size,
 * and none of them on another, so each stands once.
 */
export const LOOKS = [
  { locale: "ru", colorScheme: "light", device: "phone" },
  { locale: "en", colorScheme: "dark", device: "desktop" },
] as const;
