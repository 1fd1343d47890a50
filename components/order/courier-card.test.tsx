import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { CourierCard } from "@/components/order/courier-card";
import type { OrderPageView } from "@/components/order/order-state";
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
