"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { GHOST, INPUT } from "@/components/ui/styles";
import { usePreHydrationInput } from "@/components/ui/use-pre-hydration-input";
import { CARGO_SIZES, type CargoSize, DEFAULT_CARGO_SIZE } from "@/lib/pricing/cargo-size";
import { toRubles } from "@/lib/pricing/money";
import { cargoSurcharge, legPrice, type Tariff } from "@/lib/pricing/tariff";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

interface TypedLeg {
  readonly id: number;
  readonly kilometers: string;
  readonly size: CargoSize;
}

const FIRST: TypedLeg = { id: 1, kilometers: "3.5", size: DEFAULT_CARGO_SIZE };

/** Null if the text is not a distance. */
function parseMeters(kilometers: string): number | null {
  const typed = Number(kilometers.trim().replace(",", "."));
  return kilometers.trim() === "" || !Number.isFinite(typed) || typed < 0 || typed > 1000
    ? null
    : Math.round(typed * 1000);
}

export function PriceCalculator({ tariff, children }: { tariff: Tariff; children?: ReactNode }) {
  const t = useTranslations("pricing.calculator");
  const rubles = useRubles();
  const total = useId();
  const [legs, setLegs] = useState<readonly TypedLeg[]>([FIRST]);
  const change = (id: number, to: Partial<TypedLeg>) =>
    setLegs((before) => before.map((leg) => (leg.id === id ? { ...leg, ...to } : leg)));
  const prices = legs.map(({ kilometers, size }) => {
    const meters = parseMeters(kilometers);
    return meters === null ? null : toRubles(legPrice(tariff, meters, size));
  });
  const sum = prices.reduce<number | null>(
    (before, price) => (before === null || price === null ? null : before + price),
    0,
  );
  const box = usePreHydrationInput<HTMLElement>();
  return (
    <section ref={box}>
      <h2 className="type-heading">{t("title")}</h2>
      <ol aria-label={t("legs")} className="mt-4 grid gap-3">
        {legs.map((leg, index) => (
          <li key={leg.id} className="flex flex-wrap items-end gap-2">
            <label className="w-28 flex-none text-xs text-soft">
              <span className="mb-1.5 block">{t("distance")}</span>
              <input
                inputMode="decimal"
                value={leg.kilometers}
                onChange={(event) => change(leg.id, { kilometers: event.target.value })}
                aria-invalid={prices[index] === null}
                className={INPUT}
              />
            </label>
            <fieldset className="min-w-40 flex-1">
              <legend className="mb-1.5 text-xs text-soft">{t("size")}</legend>
              <div className="grid grid-cols-4 gap-1.5">
                {CARGO_SIZES.map((size) => (
                  <label
                    key={size}
                    className="flex min-h-11 cursor-pointer items-center justify-center rounded-lg border border-field-line text-sm font-medium has-checked:border-fir has-checked:bg-fir has-checked:text-on-fir has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
                  >
                    <input
                      type="radio"
                      name={`${total}-${leg.id}`}
                      checked={leg.size === size}
                      onChange={() => change(leg.id, { size })}
                      className="sr-only"
                    />
                    {size}
                  </label>
                ))}
              </div>
            </fieldset>
            <output className="ml-auto w-20 flex-none pb-3 text-right text-sm tabular-nums">
              {prices[index] == null ? "—" : rubles(prices[index])}
            </output>
            <button
              type="button"
              disabled={legs.length === 1}
              onClick={() => setLegs((before) => before.filter(({ id }) => id !== leg.id))}
              aria-label={t("remove", { number: index + 1 })}
              className="flex size-11 flex-none cursor-pointer items-center justify-center rounded-lg text-soft hover:bg-hover disabled:invisible max-sm:disabled:hidden"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ol>
      {legs.length < MAX_DROPOFFS && (
        <button
          type="button"
          onClick={() =>
            setLegs((before) => [...before, { ...FIRST, id: Math.max(...before.map(({ id }) => id)) + 1 }])
          }
          className={`${GHOST} mt-2 -ml-4`}
        >
          <Plus aria-hidden="true" className="size-4" />
          {t("add")}
        </button>
      )}
      <p className="mt-6 text-sm text-soft" id={total}>
        {t("total")}
      </p>
      <output aria-labelledby={total} className="block type-display tabular-nums">
        {sum === null ? "—" : rubles(sum)}
      </output>
      <p className="mt-3 max-w-110 text-sm text-soft">{t("exact")}</p>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
      <SizeNote tariff={tariff} />
    </section>
  );
}

function SizeNote({ tariff }: { tariff: Tariff }) {
  const t = useTranslations("pricing.sizes");
  const rubles = useRubles();
  const sizes = CARGO_SIZES.flatMap((size) => {
    const more = toRubles(cargoSurcharge(tariff, size));
    return more === 0 ? [] : [`${size} ${rubles(more)}`];
  });
  if (sizes.length === 0) return null;
  return (
    <p className="mt-6 border-t border-line pt-4 text-sm text-soft">
      {t("text", { sizes: sizes.join(", ") })}
    </p>
  );
}
