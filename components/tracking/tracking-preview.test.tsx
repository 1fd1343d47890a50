import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { describeTracking } from "@/components/tracking/describe-tracking";
import { PREVIEW_READY } from "@/components/tracking/preview-messages";
import { TrackingPreview } from "@/components/tracking/tracking-preview";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { exampleTracking } from "@/lib/sandbox/demo/example-tracking";
import { type TrackingView, trackingView } from "@/lib/tracking/tracking-view";
import { MESSAGES } from "@/messages/messages";
import { renderWithProviders } from "@/testing/render";

const { tracking } = MESSAGES.en;
const NOW = new Date("2026-11-20T09:00:00Z");
const place = (latitude: number) => ({
  latitude,
  longitude: 28.83,
  area: "Chișinău",
  street: "strada Armenească",
  building: "12",
});
const TRIP = {
  shop: place(47.02),
  door: place(47.04),
  others: [place(47.03), place(47.05)],
  path: [place(47.02), place(47.03), place(47.04)],
  distanceMeters: 2400,
  durationSeconds: 600,
} as const;
const SHOP = toShopBranding({
  name: "Books Ltd",
  brandName: null,
  accent: null,
  logo: null,
  contactPhone: null,
  contactUrl: null,
});
const COURIER = {
  name: "Daniil",
  phone: "+37360000000",
  transport: { type: "car", make: "Dacia", model: "Dokker", color: "white", number: "KBR 482" },
};

function showPreview(now = NOW, change: Partial<TrackingView> = {}, tag = "en") {
  const view = { ...trackingView(exampleTracking(TRIP, SHOP, COURIER, now), now), ...change };
  renderWithProviders(
    <TrackingPreview
      state={describeTracking(view, TRIP.shop, tag, now, () => "")}
      renderedAt={now.getTime()}
      styleUrl={null}
      pictureVersion={null}
      other={{ locale: "ru", name: "Русский", label: "На русский" }}
      words={{
        ...tracking,
        stepsTitle: tracking.steps.title,
        stopsTitle: tracking.stops.title,
        courierTitle: tracking.courier.title,
        whereTitle: tracking.where.title,
        buyoutTitle: tracking.buyout.title,
        plate: tracking.courier.plate,
        calendar: tracking.calendar.add,
        chooseWindow: tracking.windows.title,
        codeTitle: tracking.code.title,
        codeHint: tracking.code.hint,
        codeBlocked: tracking.code.blocked,
        codeBlockedHint: tracking.code.blockedHint,
      }}
    />,
  );
}

const tell = (data: unknown, origin = window.location.origin) =>
  act(() => window.dispatchEvent(new MessageEvent("message", { data, origin, source: window.parent })));

describe("the preview of a tracking page", () => {
  it("is the real page with a courier on the way, and inert", () => {
    showPreview();
    expect(screen.getByRole("heading", { level: 1, hidden: true }).textContent).toMatch(/^Arrives/);
    expect(screen.getByText("KBR 482")).toBeDefined();
    expect(screen.getByText("Daniil").closest("[inert]")).not.toBeNull();
  });

  it("shows the amount that the courier collects at the door", () => {
    showPreview(NOW, { buyout: { rubles: 1_500.5, type: "card" } });
    expect(screen.getByText("The courier pays ₽1,500.50 for the goods, by card")).toBeDefined();
  });

  it("breaks a window over noon only after its dash, whatever the text size", () => {
    showPreview(new Date("2026-11-20T09:51:00Z"), {}, "en-US");
    const output = screen.getByRole("heading", { level: 1, hidden: true }).textContent ?? "";
    expect(output.split(/ |(?<=–)(?!\u2060)/)).toEqual([
      "Arrives",
      expect.stringMatching(/^11:\d\d\sAM\u2060–$/),
      expect.stringMatching(/^12:\d\d\sPM$/),
    ]);
  });

  it("shows 24-hour times to English readers outside the United States", () => {
    showPreview(new Date("2026-11-20T12:51:00Z"));
    expect(screen.getByRole("heading", { level: 1, hidden: true }).textContent).toMatch(/14:\d\d|15:\d\d/);
  });

  it("requests its content from the parent page and ignores other senders", () => {
    const ask = vi.spyOn(window.parent, "postMessage").mockImplementation(() => {});
    showPreview();
    expect(ask.mock.calls).toEqual([[PREVIEW_READY, window.location.origin]]);
    ask.mockRestore();
    const shop = { ...SHOP, name: "Shelf", contact: { phone: "+37322000000", url: null } };
    tell({ shop, theme: "dark" }, "https://evil.example");
    tell("a word of an extension");
    tell({ topic: "axe.ping" });
    expect(screen.queryByText("Shelf")).toBeNull();
    tell({ shop, theme: "dark" });
    expect(screen.getAllByText("Shelf")).toHaveLength(2);
    expect(screen.getByText("Daniil").closest("[data-theme]")?.getAttribute("data-theme")).toBe("dark");
  });
});
