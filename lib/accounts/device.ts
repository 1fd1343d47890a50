// Ordered, because a browser's user agent also contains the names of those below it.
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

export type Device = ReturnType<typeof parseUserAgent>;

export function parseUserAgent(agent: string) {
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
