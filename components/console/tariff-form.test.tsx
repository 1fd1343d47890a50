import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { TariffForm } from "@/components/console/tariff-form";
import { type FormAction, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import type { TariffAnswer } from "@/lib/orders/preview-tariff";
import { fromRubles } from "@/lib/pricing/money";
import { TARIFF_UNITS, tariffValues } from "@/lib/pricing/schema";
import { reviewTariff } from "@/lib/pricing/tariff-review";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { clickButton, renderWithProviders, setField } from "@/testing/render";

const CURRENT = { ...HIGHER_TARIFF, id: 7, basePrice: fromRubles(450) };

it("compares old and new values, warns of a large change, and is in force only after a second button", async () => {
  const sent: Record<string, string>[] = [];
  const action: FormAction<TariffAnswer> = async (_, form) => {
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    sent.push(values);
    const review = reviewTariff(CURRENT, { ...CURRENT, basePrice: fromRubles(4.5) });
    return { ...INITIAL_FORM_STATE, isDone: true, values, result: { preview: null, review } };
  };
  renderWithProviders(
    <TariffForm id={7} values={tariffValues(CURRENT)} units={TARIFF_UNITS} action={action} mode="live" />,
  );
  setField(screen.getByLabelText("Base price"), "4,50");
  clickButton("Put into force…");
  const region = await screen.findByRole("region", { name: "Put this tariff into force?" });
  expect(region.textContent).toContain("450 ₽ → 4.5 ₽");
  expect(region.textContent).toContain("-99%");
  expect(region.textContent).toContain("more than a factor of two");
  // An edit needs another review.
  fireEvent.input(screen.getByLabelText("Base price"), { target: { value: "5" } });
  expect(screen.queryByRole("region", { name: "Put this tariff into force?" })).toBeNull();
  clickButton("Put into force…");
  await screen.findByRole("region", { name: "Put this tariff into force?" });
  clickButton("Put into force despite the large change");
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ act, base }) => [act, base])).toEqual([
    ["review", "7"],
    ["review", "7"],
    ["save", "7"],
  ]);
  expect(sent[2]?.reviewed).toContain('"base_price":4.5');
});
