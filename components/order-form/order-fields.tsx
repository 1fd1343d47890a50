"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import {
  DraftChoice,
  DraftLongText,
  DraftText,
  FieldFrame,
  Fold,
  useDraftField,
} from "@/components/order-form/fields";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { usePlaces } from "@/components/order-form/use-places";
import { INPUT } from "@/components/ui/styles";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { TEXT_LIMITS, UNDELIVERABLE_ACTIONS } from "@/lib/orders/order";
import { PAYMENT_TYPES } from "@/lib/orders/stop-fields";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { ROUTING_MODES } from "@/lib/routing/trip";

/** The default comes first. */
const CHOICES = [...UNDELIVERABLE_ACTIONS].reverse();

/** The fields of the order as a whole. */
export function OrderFields() {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const { draft, change, opened } = useOrderForm();
  const { answerMinutes, unansweredAction } = usePlaces().settings;
  const set = <Name extends keyof OrderDraft>(name: Name, value: OrderDraft[Name]) =>
    change({ ...draft, [name]: value }, name);
  const isSeveral = draft.dropoffs.length > 1;
  const isPaid = draft.payment_amount !== "" || draft.payment_type !== "cash";
  return (
    <div className="space-y-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <DraftChoice
          path="cargo_size"
          label={tStop("cargo_size")}
          {...(isSeveral ? { hint: t("order.cargo_size_hint") } : {})}
          value={draft.cargo_size}
          onValue={(value) => set("cargo_size", value)}
          options={CARGO_SIZES.map((value) => ({ value, label: t(`sizes.${value}`) }))}
        />
        <DeliveryTime value={draft.delivery_time} onValue={(value) => set("delivery_time", value)} />
        {isSeveral && (
          <DraftChoice
            path="routing_mode"
            label={t("order.routing_mode")}
            hint={t(`order.routing_hints.${draft.routing_mode}`)}
            value={draft.routing_mode}
            onValue={(value) => set("routing_mode", value)}
            options={ROUTING_MODES.map((value) => ({ value, label: t(`routing.${value}`) }))}
          />
        )}
        <DraftChoice
          path="if_undeliverable"
          label={t("order.if_undeliverable")}
          hint={
            draft.if_undeliverable === "ask"
              ? t(`undeliverable_hints.ask_${unansweredAction}`, { minutes: answerMinutes })
              : t(`undeliverable_hints.${draft.if_undeliverable}`)
          }
          value={draft.if_undeliverable}
          onValue={(value) => set("if_undeliverable", value)}
          options={CHOICES.map((value) => ({ value, label: t(`undeliverable.${value}`) }))}
        />
      </div>
      <DraftLongText
        path="comment"
        label={t("order.comment")}
        isOptional
        limit={TEXT_LIMITS.comment}
        value={draft.comment}
        onValue={(value) => set("comment", value)}
      />
      <Fold title={t("order.buyout")} isUsed={isPaid} paths={["payment_amount", "payment_type"]}>
        <p className="text-xs text-soft">{t("order.buyout_hint")}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <DraftText
            path="payment_amount"
            label={tStop("payment_amount")}
            inputMode="decimal"
            suffix="₽"
            value={draft.payment_amount}
            onValue={(value) => set("payment_amount", value)}
          />
          <DraftChoice
            path="payment_type"
            label={tStop("payment_type")}
            value={draft.payment_type}
            onValue={(value) => set("payment_type", value)}
            options={PAYMENT_TYPES.map((value) => ({ value, label: t(`payments.${value}`) }))}
          />
        </div>
      </Fold>
      {opened === null ? (
        <DraftText
          path="external_order_id"
          label={t("order.external_order_id")}
          hint={t("order.external_order_id_hint")}
          value={draft.external_order_id}
          onValue={(value) => set("external_order_id", value)}
        />
      ) : (
        <p className="text-sm text-soft">
          {t("order.external_order_id")}:{" "}
          <span className="font-mono break-all">{draft.external_order_id}</span>
        </p>
      )}
    </div>
  );
}

// What a browser's date-and-time field holds while either part is missing.
const INCOMPLETE = "incomplete";

/** When the courier should come, in the time zone of whoever orders, which is named; empty means now. */
function DeliveryTime({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useTranslations("delivery.order");
  // Only the browser knows the time zone.
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone(zoneName(document.documentElement.lang)), []);
  const field = useDraftField("delivery_time", true);
  const read = ({ value: local, validity }: HTMLInputElement) => {
    // Leaving the field as it was keeps the seconds that it does not show.
    if (local !== "" && local === localText(value)) return;
    const next = local === "" && !validity.badInput ? "" : (instantText(local) ?? INCOMPLETE);
    if (next !== value) onValue(next);
  };
  return (
    <FieldFrame
      path="delivery_time"
      label={t("delivery_time")}
      hint={zone === null ? t("delivery_time_hint") : t("delivery_time_zone", { zone })}
    >
      <input
        {...field}
        type="datetime-local"
        value={zone === null ? "" : localText(value)}
        onChange={(event) => read(event.currentTarget)}
        // A half-filled date changes nothing.
        onBlur={(event) => read(event.currentTarget)}
        onKeyUp={(event) => read(event.currentTarget)}
        className={`${INPUT} scroll-mt-24 scroll-mb-56 lg:scroll-mb-8`}
      />
    </FieldFrame>
  );
}

function instantText(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Formats an instant for the browser's field, in the browser's time zone. */
function localText(instant: string): string {
  const at = new Date(instant);
  if (instant === "" || Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function zoneName(language: string): string {
  const part = (timeZoneName: "long" | "shortOffset") =>
    new Intl.DateTimeFormat(language, { timeZoneName })
      .formatToParts(new Date())
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [long, offset] = [part("long"), part("shortOffset")];
  return long === offset ? long : `${long}, ${offset}`;
}
