export const MAP_THEMES = ["light", "dark"] as const;
export type MapTheme = (typeof MAP_THEMES)[number];

/** The map tokens of our visual language. They reserve its one accent for routes and couriers. */
export const MAP_COLORS = {
  light: {
    ground: "#efeee8",
    building: "#e4e2d9",
    park: "#d7e5cd",
    water: "#bcd6de",
    road: "#ffffff",
    main: "#ffffff",
    casing: "#dbd8cd",
    rail: "#d0cdc2",
    label: "#56615b",
    halo: "#f7f6f2",
  },
  dark: {
    ground: "#0f1815",
    building: "#16221d",
    park: "#13271b",
    water: "#0d2a35",
    road: "#22312a",
    main: "#31443b",
    casing: "#0b1310",
    rail: "#2b3a33",
    label: "#93a49b",
    halo: "#0f1815",
  },
} as const satisfies Record<MapTheme, object>;
export type MapColors = Readonly<Record<keyof typeof MAP_COLORS.light, string>>;
