"use server";

import { action } from "@/app/action";
import { type FormOutcome, findProblems, toTexts } from "@/app/form";
import type { DomainError } from "@/lib/domain-error";
import { checkNewTariff, previewTariff, type TariffAnswer } from "@/lib/orders/preview-tariff";
import { listTariffs } from "@/lib/pricing/get-tariff";
import { tariffNumbers, tariffOfNumbers } from "@/lib/pricing/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { reviewTariff } from "@/lib/pricing/tariff-review";
import { setTravelFactors } from "@/lib/routing/current-travel-factors";
import { factorNumbers, toTravelFactors } from "@/lib/routing/travel-factors";

/**
 * Previews the tariff, compares it with the one in force, or puts it into force, depending on the pressed button.
 * Only reviewed values are put into force, and only in place of the tariff that the page has shown.
 */
export const changeTariff = action({
  permission: "service.change_prices",
  audit: "tariff.change",
  input: tariffNumbers,
  async work({ context, input, mode, form }): Promise<FormOutcome<TariffAnswer>> {
    const tariff = tariffOfNumbers(input);
    const values = toTexts(form);
    if (values.act === "preview") {
      const preview = previewTariff(context, mode, tariff);
      const problems = await findProblems(preview, toTariffProblems);
      return problems ?? { result: { preview: await preview, review: null }, values };
    }
    const [current] = await listTariffs(context.db);
    // Returned, since a thrown refusal would replace the form with that of the new tariff.
    if (current === undefined || values.base !== String(current.tariff.id)) {
      return { refusal: "TARIFF_CHANGED" };
    }
    const problems = await findProblems(checkNewTariff(tariff), toTariffProblems);
    if (problems !== undefined) return problems;
    const review = reviewTariff(current.tariff, tariff);
    if (values.act === "save" && values.reviewed === review.reviewed) {
      await setTariff(context.db, tariff, current.tariff.id);
      return undefined;
    }
    return { result: { preview: null, review }, values };
  },
});

export const changeTravelFactors = action({
  permission: "service.manage_settings",
  audit: "travel_factors.change",
  input: factorNumbers,
  async work({ context, input }) {
    await setTravelFactors(context.db, toTravelFactors(input));
  },
});

const toTariffProblems = ({ issues }: DomainError) =>
  issues.map(({ field, message }) => ({ field, code: toTariffProblem(field, message) }));

const TARIFF_PROBLEMS: Readonly<Record<string, string>> = {
  per_km_over: "amount_per_km",
  waiting_per_minute: "amount_per_minute",
  waiting_free_minutes: "minutes",
  return_percent: "percent",
  courier_percent: "courier_percent",
};

function toTariffProblem(field: string, message: string): string {
  // Each number is valid alone; the combination is not.
  if (message.startsWith("must not")) return field === "band_width_km" ? "too_many_bands" : "below_first";
  return TARIFF_PROBLEMS[field] ?? (field.endsWith("_km") ? "distance" : "amount");
}
