"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import type { FormAction } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { CARD, PRIMARY } from "@/components/ui/styles";
import type { HeldTrip } from "@/lib/orders/held-trip";

/** A held trip, and the version of the order that shows it: a later edit makes a confirmation void. */
export interface HeldOrderView extends HeldTrip {
  readonly version: string;
}

/** Returns the longest leg in whole kilometers and the price as texts. */
export function useTripTexts(): (trip: HeldTrip) => { distance: string; price: string } {
  const format = useFormatter();
  const rubles = useRubles();
  return ({ longestLegMeters, price }) => ({
    distance: format.number(Math.round(longestLegMeters / 1000)),
    price: rubles(price),
  });
}

interface Props {
  code: string;
  held: HeldOrderView;
  confirm: FormAction;
  onDone?: () => void;
}

export function HeldOrderCard(props: Props) {
  const t = useTranslations("ops.order.held");
  const texts = useTripTexts()(props.held);
  const { hint } = props.held;
  return (
    <section aria-labelledby="held" className={`${CARD} border-late p-5`}>
      <h2 id="held" className="type-heading">
        {t("heading")}
      </h2>
      <p className="mt-1 text-sm">
        {t("text", texts)} {hint !== null && t(hint)}
      </p>
      <p className="mt-1 mb-4 text-sm text-soft">{t("wait")}</p>
      <Permitted needs="service.dispatch_orders">
        <ConfirmTrip {...props} />
      </Permitted>
    </section>
  );
}

export function ConfirmTrip({ code, held, confirm, onDone }: Props) {
  const t = useTranslations("ops.order");
  return (
    <ConfirmButton
      action={confirm}
      hidden={{ code, seen: held.version }}
      {...confirmTexts(t, "confirm", useTripTexts()(held))}
      look={PRIMARY}
      {...(onDone === undefined ? {} : { onDone })}
    />
  );
}
