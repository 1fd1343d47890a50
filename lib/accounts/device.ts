/** What a browser says it is, in names that people know. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

// Each also says that it is the ones below it.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, "Yandex Browser"],
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** The browser and the system that a user agent names. */
export function deviceOf(agent: string): Device {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
