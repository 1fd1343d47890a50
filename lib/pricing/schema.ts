import * as z from "zod";
import { fromRubles, toRubles } from "@/lib/pricing/money";
import { TARIFF_NUMBERS, type Tariff } from "@/lib/pricing/tariff";

// checkTariff checks the upper bounds.
const text = z.string().transform((value) => value.replaceAll(/\s/g, "").replace(",", "."));
const amount = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "amount" }))
  .transform((value) => fromRubles(value));
const distance = text
  .pipe(z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, { error: "distance" }))
  .transform((value) => Math.round(Number(value) * 1000));
const whole = text.pipe(z.string().regex(/^\d{1,6}$/, { error: "whole" })).transform(Number);

const TYPES = {
  rub: amount,
  rub_per_km: amount,
  rub_per_min: amount,
  km: distance,
  min: whole,
  percent: whole,
} as const;

type Numbers = typeof TARIFF_NUMBERS;
export type TariffField = keyof Numbers;
export const TARIFF_FIELDS = Object.keys(TARIFF_NUMBERS) as TariffField[];

const byField = <Value>(value: (field: TariffField) => Value) =>
  Object.fromEntries(TARIFF_FIELDS.map((field) => [field, value(field)]));

export const TARIFF_UNITS = byField((field) => TARIFF_NUMBERS[field][1]) as {
  [Field in TariffField]: Numbers[Field][1];
};

/** RUB and kilometers with a point or a comma. The messages are codes that the page translates. */
export const tariffNumbers = z.object(
  byField((field) => TYPES[TARIFF_UNITS[field]]) as {
    [Field in TariffField]: (typeof TYPES)[Numbers[Field][1]];
  },
);

export const tariffValues = (tariff: Tariff) =>
  byField((field) => {
    const [key, unit] = TARIFF_NUMBERS[field];
    if (unit === "km") return tariff[key] / 1000;
    return unit === "min" || unit === "percent" ? tariff[key] : toRubles(tariff[key]);
  }) as Record<TariffField, number>;

export const tariffOfNumbers = (numbers: z.infer<typeof tariffNumbers>) =>
  Object.fromEntries(TARIFF_FIELDS.map((field) => [TARIFF_NUMBERS[field][0], numbers[field]])) as Omit<
    Tariff,
    "id"
  >;
