import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PriceCalculator } from "@/components/pricing/price-calculator";
import { tariffFromRow } from "@/lib/pricing/get-tariff";
import { legPrice } from "@/lib/pricing/tariff";
import { renderWithProviders } from "@/testing/render";

const TARIFF = tariffFromRow({
  id: 1,
  basePrice: "290.00",
  firstThresholdKm: "3.000",
  bandWidthKm: "2.000",
  bandStep: "60.00",
  maxThresholdKm: "25.000",
  perKmOver: "28.00",
  cargoSizeStepFee: "90.00",
  cancellationFeeAssigned: "0.00",
  cancellationFeeArrived: "0.00",
  waitingFreeMinutes: 0,
  waitingPerMinute: "0.00",
  returnPercent: 0,
  courierPercent: 0,
} as unknown as Parameters<typeof tariffFromRow>[0]);

const total = () => screen.getByRole("status", { name: "The order costs" }).textContent;
const leg = (number: number) => within(screen.getAllByRole("listitem")[number - 1] as HTMLElement);
const type = (number: number, text: string) =>
  fireEvent.change(leg(number).getByRole("textbox"), { target: { value: text } });

describe("the price calculator", () => {
  it("prices each leg as in an order, and shows the sum", () => {
    renderWithProviders(<PriceCalculator tariff={TARIFF} />);
    expect(total()).toBe("₽440");
    type(1, "26,5");
    fireEvent.click(leg(1).getByRole("radio", { name: "S" }));
    expect(total()).toBe(`₽${(legPrice(TARIFF, 26_500, "S") / 100).toLocaleString("en")}`);
    fireEvent.click(screen.getByRole("button", { name: "Add a leg" }));
    type(2, "2.999");
    expect(total()).toBe(
      `₽${((legPrice(TARIFF, 26_500, "S") + legPrice(TARIFF, 2_999, "M")) / 100).toLocaleString("en")}`,
    );
  });

  it("shows no price while a distance is invalid, and never removes the last leg", () => {
    renderWithProviders(<PriceCalculator tariff={TARIFF} />);
    for (const text of ["", "far", "-1", "1e9"]) {
      type(1, text);
      expect(total()).toBe("—");
      expect(leg(1).getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
    }
    expect(leg(1).getByRole("button", { hidden: true }).hasAttribute("disabled")).toBe(true);
  });
});
