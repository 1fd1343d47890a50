import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CourierCard } from "@/components/orders/detail/courier-card";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import type { Locale } from "@/lib/locale/locale";
import { renderWithProviders } from "@/testing/render";

it.each<[Locale, string]>([
  ["ru", "автомобиль · Dacia Dokker, белый"],
  ["en", "car · Dacia Dokker, white"],
])("the courier card describes the vehicle in the reader's language %s", (locale, vehicle) => {
  const transport = { type: "car", make: "Dacia", model: "Dokker", color: "white", number: "KBR482" };
  const driver = { name: "Даниил Лисин", phone: "+37360100482", transport };
  // The fields that the card reads.
  const order = {
    status: "assigned",
    isOver: false,
    acceptedAt: null,
    position: null,
    driver,
  } as OrderPageView;
  renderWithProviders(<CourierCard order={order} now={0} />, locale);
  screen.getByText(vehicle);
  expect(screen.getByRole("link").textContent).toBe("+373 60 100 482");
});

it.each([
  [true, [1, 2], "Also delivers other orders: 1 stop before yours"],
  [true, [null, 0], "Also delivers other orders"],
  [false, [0], null],
])("the courier card shows that the courier also delivers other orders", (isRouteShared, before, text) => {
  const order = {
    status: "in_progress",
    isOver: false,
    isRouteShared,
    position: null,
    driver: { name: "Anna", phone: "+79115550001", transport: { type: "car" } },
    resource: { held_reason: null, stops_before: before },
  } as unknown as OrderPageView;
  renderWithProviders(<CourierCard order={order} now={0} />, "en");
  if (text === null) expect(screen.queryByText(/other orders/)).toBeNull();
  else screen.getByText(text);
});

it.each([
  ["an order that is searched for", {}, "Looking for a courier."],
  [
    "an order with a planned courier",
    { plan: { pickupAt: "2026-11-21T12:25:00Z", reason: null } },
    /^Planned for about \d{1,2}:25\s[AP]M\.$/,
  ],
  ["a held order", { resource: { held_reason: "unusual_trip" } }, "None until the trip is confirmed."],
  [
    "an order whose search starts later",
    { dispatchAt: "2026-11-21T13:00:00Z" },
    "None until the search starts.",
  ],
])("the courier card says why %s has no courier", (_, change, text) => {
  // The fields that the card reads.
  const order = {
    status: "new",
    isOver: false,
    driver: null,
    plan: null,
    resource: { held_reason: null },
    dispatchAt: "2026-11-21T11:00:00Z",
    ...change,
  } as OrderPageView;
  renderWithProviders(<CourierCard order={order} now={Date.parse("2026-11-21T12:00:00Z")} />, "en");
  screen.getByText(text);
});
