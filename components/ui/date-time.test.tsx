import { screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TimeWindow } from "@/components/orders/detail/time-window";
import { ClockTime, DateTime } from "@/components/ui/date-time";
import { PageZone, ZoneNote } from "@/components/ui/page-zone";
import { MESSAGES } from "@/messages/messages";
import { renderWithProviders } from "@/testing/render";

const AT = "2026-11-21T10:13:05Z";
const times = (
  <>
    <DateTime at={AT} /> | <DateTime at={AT} short /> | <DateTime at={AT} short seconds /> |{" "}
    <ClockTime at={AT} /> | <TimeWindow from={AT} to="2026-11-21T10:25:00Z" />
  </>
);
const inChisinau = <PageZone value="Europe/Chisinau">{times}</PageZone>;
const plain = (text: string | null | undefined) =>
  text?.replace(/\u2060/g, "").replace(/[\u00a0\u202f\u2009]/g, " ");

function asHtml(element: ReactElement, locale: string): string | undefined {
  const page = (
    <NextIntlClientProvider locale={locale} messages={MESSAGES.en} timeZone="UTC">
      {element}
    </NextIntlClientProvider>
  );
  return plain(renderToString(page).replace(/<[^>]*>/g, ""));
}

describe("times in the dashboard", () => {
  it.each([
    ["en-US", "Nov 21, 2026, 12:13 PM | Nov 21, 12:13 PM | Nov 21, 12:13:05 PM | 12:13 PM | 12:13–12:25 PM"],
    ["en-GB", "21 Nov 2026, 12:13 | 21 Nov, 12:13 | 21 Nov, 12:13:05 | 12:13 | 12:13–12:25"],
    ["ru", "21 ноября 2026, 12:13 | 21 ноября, 12:13 | 21 ноября, 12:13:05 | 12:13 | 12:13–12:25"],
  ])("are in the account's zone before any script runs, formatted for %s", (locale, text) => {
    expect(asHtml(inChisinau, locale)).toBe(text);
  });

  it("stay in the account's zone after scripts run, even if the reader's zone differs", () => {
    renderWithProviders(<p data-testid="times">{inChisinau}</p>);
    expect(plain(screen.getByTestId("times").textContent)).toContain("12:13 PM");
    expect(screen.getByTestId("times").textContent).not.toContain("1:13");
    expect(plain(document.querySelector("time")?.title)).toBe("Nov 21, 2026, 12:13 PM GMT+2");
  });

  it("are in the reader's zone on pages without a zone", () => {
    renderWithProviders(<ClockTime at={AT} />);
    expect(plain(document.body.textContent)).toContain("1:13 PM");
  });

  it.each([
    ["Pacific/Kiritimati", "Times are in Pacific/Kiritimati, GMT+14.", false],
    ["Europe/Moscow", "Times are in Europe/Moscow, GMT+3.", true],
    ["Europe/Istanbul", "Times are in Europe/Istanbul, GMT+3.", true],
  ])(
    "have a note of the zone %s without scripts, which scripts hide if the reader's clock agrees",
    (zone, text, isHidden) => {
      const note = <ZoneNote timeZone={zone} />;
      expect(asHtml(note, "en")).toBe(text);
      renderWithProviders(note);
      expect(screen.getByText(text).classList.contains("invisible")).toBe(isHidden);
    },
  );
});
