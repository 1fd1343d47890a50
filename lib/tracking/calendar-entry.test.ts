import { expect, it } from "vitest";
import { calendarFile } from "@/lib/tracking/calendar-entry";

const ENTRY = {
  uid: "7KQ2-M4XR@drop.example",
  stampedAt: new Date("2026-11-20T09:30:00.123Z"),
  from: new Date("2026-11-21T11:00:00.000Z"),
  to: new Date("2026-11-21T11:30:00.000Z"),
  title: "Delivery from Tea; Coffee, \\ more",
  url: "https://drop.example/t/abc",
};

it("a calendar file contains the delivery with times in UTC and escaped text", () => {
  expect(calendarFile(ENTRY).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Dropline//Delivery//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:7KQ2-M4XR@drop.example",
    "DTSTAMP:20261120T093000Z",
    "DTSTART:20261121T110000Z",
    "DTEND:20261121T113000Z",
    "SUMMARY:Delivery from Tea\\; Coffee\\, \\\\ more",
    "DESCRIPTION:https://drop.example/t/abc",
    "URL:https://drop.example/t/abc",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it.each(["Доставка из магазина «Чай и кофе на Невском проспекте», дом двадцать восемь", "🚚".repeat(40)])(
  "a calendar file folds a long title into lines of at most 75 octets without losing text",
  (title) => {
    const file = calendarFile({ ...ENTRY, title });
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title.replaceAll(",", "\\,")}\r\n`);
  },
);

it("a calendar file escapes line breaks in a title", () => {
  const file = calendarFile({ ...ENTRY, title: "Tea\r\nATTENDEE:mailto:a@example.com" });
  expect(file).toContain("SUMMARY:Tea\\nATTENDEE:mailto:a@example.com\r\n");
});
