import { describe, expect, it } from "vitest";
import {
  formatPhone,
  formatPlate,
  formatTimeOrDay,
  formatWindow,
  formatZone,
} from "@/components/tracking/format";

const UNBREAKABLE = /^[^ ]+$/;
const plain = (text: string) => text.replace(/\u2060/g, "").replace(/[\u00a0\u202f]/g, " ");

describe("an arrival window", () => {
  it.each([
    ["2026-11-21T11:05:00Z", "2026-11-21T11:20:00Z", "14:05–14:20", "2:05 – 2:20 PM"],
    ["2026-11-21T08:50:00Z", "2026-11-21T09:10:00Z", "11:50–12:10", "11:50 AM – 12:10 PM"],
    ["2026-11-21T05:58:00Z", "2026-11-21T06:08:00Z", "08:58–09:08", "8:58 – 9:08 AM"],
    ["2026-11-21T20:50:00Z", "2026-11-21T21:10:00Z", "23:50–00:10", "11:50 PM–12:10 AM"],
    ["2026-11-21T11:05:10Z", "2026-11-21T11:05:40Z", "14:05", "2:05 PM"],
    ["2026-12-31T20:30:00Z", "2026-12-31T21:00:00Z", "23:30–00:00", "11:30 PM–12:00 AM"],
  ])("is short and unbreakable from %s to %s, also over midnight", (from, to, russian, english) => {
    const window = { from: new Date(from), to: new Date(to) };
    for (const [locale, said] of [
      ["ru", russian],
      ["en", english],
    ] as const) {
      const text = formatWindow(window, { locale, zone: "Europe/Moscow" });
      expect(text).toMatch(UNBREAKABLE);
      expect(plain(text).replace(/\s*–\s*/, "–")).toBe(said.replace(/\s*–\s*/, "–"));
    }
  });
});

describe("an arrival window in large text", () => {
  const broken = (from: string, to: string) =>
    formatWindow({ from: new Date(from), to: new Date(to) }, { locale: "en", zone: "UTC" }).split(
      /[ \u2009]|(?<=–)(?!\u2060)/,
    ).length;

  it("may break in one place, and only if it names AM and PM", () => {
    expect(broken("2026-11-21T11:50:00Z", "2026-11-21T12:00:00Z")).toBe(2);
    expect(broken("2026-11-21T23:50:00Z", "2026-11-22T00:00:00Z")).toBe(2);
    expect(broken("2026-11-21T14:05:00Z", "2026-11-21T14:20:00Z")).toBe(1);
  });
});

describe("the time of a scheduled order", () => {
  it.each([
    ["2026-12-31T12:00:00Z", "15:00", "3:00 PM"],
    ["2027-01-15T12:00:00Z", "15 января, 15:00", "Jan 15, 3:00 PM"],
    ["2030-01-15T12:00:00Z", "15 января 2030, 15:00", "Jan 15, 2030, 3:00 PM"],
  ])("has its date if that is not today, and its year if that is far away: %s", (time, russian, english) => {
    const format = (locale: string) =>
      plain(
        formatTimeOrDay(new Date(time), new Date("2026-12-31T09:00:00Z"), { locale, zone: "Europe/Moscow" }),
      );
    expect([format("ru"), format("en")]).toEqual([russian, english]);
  });
});

describe("a plate", () => {
  it.each([
    ["В777ОР98", "В 777 ОР 98"],
    ["KBR 482", "KBR 482"],
    ["abc", "abc"],
  ])("%s is formatted in groups as %s", (plate, shown) => {
    expect(formatPlate(plate).replace(/\u00a0/g, " ")).toBe(shown);
  });
});

describe("a phone number", () => {
  it.each([
    ["+7 (916) 123-45-67", "+7 916 123-45-67"],
    ["+37360100482", "+373 60 100 482"],
    ["+442079460958", "+44 2079 460 958"],
    ["+12125550142", "+1 2125 550 142"],
    ["+380441234567", "+380 441 234 567"],
    ["+3725123456", "+372 5123 456"],
    ["+905321234567", "+90 5321 234 567"],
    ["+971501234567", "+971 501 234 567"],
    ["112", "112"],
    ["069 123 456", "069 123 456"],
    ["@anna", "@anna"],
  ])("%s is formatted with its country code and groups as %s", (phone, shown) => {
    expect(formatPhone(phone).shown).toBe(shown);
  });

  it("is dialed unchanged without a country code", () => {
    expect(formatPhone("069 123 456").e164).toBe("069123456");
    expect(formatPhone("+373 69 123 456").e164).toBe("+37369123456");
  });
});

describe("a time zone", () => {
  it.each([
    ["ru", "Москва"],
    ["en", "Moscow Time"],
  ] as const)("is named in the language %s as %s", (locale, name) => {
    expect(formatZone({ locale, zone: "Europe/Moscow" })).toBe(name);
  });
});
