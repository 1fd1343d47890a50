import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homeAt, readHome } from "@/lib/accounts/home";

it.each([
  [47.0228, 28.8353, "Europe/Chisinau", "MD", "ru"],
  [55.7558, 37.6173, "Europe/Moscow", "RU", "ru"],
  [41.15, -8.61, "Europe/Lisbon", "PT", "en"],
  [47.14, 9.52, "Europe/Vaduz", "LI", "en"],
  [51.5074, -0.1278, "Europe/London", "GB", "en"],
  [28.6139, 77.209, "Asia/Kolkata", "IN", "en"],
  [40.7128, -74.006, "America/New_York", "US", "en"],
  [-33.8688, 151.2093, "Australia/Sydney", "AU", "en"],
])(
  "an account at %f, %f gets the time zone %s, the phone country %s and the language %s",
  (latitude, longitude, timeZone, phoneCountry, locale) => {
    expect(homeAt(latitude, longitude)).toEqual({ timeZone, phoneCountry, locale });
  },
);

it("an account without a configured city uses UTC", () => {
  const folder = mkdtempSync(join(tmpdir(), "dropline-home-"));
  expect(readHome(folder).timeZone).toBe("UTC");
  rmSync(folder, { recursive: true });
});
