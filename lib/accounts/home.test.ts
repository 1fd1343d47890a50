import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { homeAt, readHome } from "@/lib/accounts/home";

it.each([
  [47.0228, 28.8353, "Europe/Chisinau", "MD"],
  [55.7558, 37.6173, "Europe/Moscow", "RU"],
  [51.5074, -0.1278, "Europe/London", "GB"],
  [28.6139, 77.209, "Asia/Kolkata", "IN"],
  [40.7128, -74.006, "America/New_York", "US"],
  [-33.8688, 151.2093, "Australia/Sydney", "AU"],
])(
  "an account at %f, %f gets the time zone %s and the phone country %s",
  (latitude, longitude, timeZone, country) => {
    expect(homeAt(latitude, longitude)).toEqual({ timeZone, phoneCountry: country });
  },
);

it("an account without a configured city uses UTC", () => {
  const folder = mkdtempSync(join(tmpdir(), "dropline-home-"));
  expect(readHome(folder).timeZone).toBe("UTC");
  rmSync(folder, { recursive: true });
});
