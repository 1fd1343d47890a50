"use client";

import { useTranslations } from "next-intl";
import { DraftChoice, DraftLongText, DraftText, More } from "@/components/order-form/fields";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { useAddressLookup } from "@/components/order-form/use-places";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { TEXT_LIMITS, UNDELIVERABLE_ACTIONS } from "@/lib/orders/order";
import { PAYMENT_TYPES } from "@/lib/orders/stop-fields";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { ROUTING_MODES } from "@/lib/routing/trip";
import { SCENARIOS, type Scenario } from "@/lib/sandbox/scenario";

/** The default comes first. */
const CHOICES = [...UNDELIVERABLE_ACTIONS].reverse();

export interface ScenarioChoice {
  readonly value: Scenario;
  readonly onValue: (scenario: Scenario) => void;
}

export function OrderFields({ scenario }: { scenario: ScenarioChoice | null }) {
  const t = useTranslations("delivery");
  const { draft } = useOrderForm();
  const isSeveral = draft.dropoffs.length > 1;
  const isPaid = draft.payment_amount !== "" || draft.payment_type !== "cash";
  const isUsed =
    isPaid ||
    draft.comment !== "" ||
    draft.routing_mode !== "sequential" ||
    (scenario !== null && scenario.value !== "happy");
  return (
    <section aria-labelledby="order-title" className="pl-11.5">
      <h2 id="order-title" className="sr-only">
        {t("order.heading")}
      </h2>
      <CargoSizes isSeveral={isSeveral} />
      <div className="mt-2">
        <More title={t("order.more")} note={t("order.more_note")} isUsed={isUsed} paths={RARE_FIELDS}>
          <RareFields isSeveral={isSeveral} scenario={scenario} />
        </More>
      </div>
    </section>
  );
}

const RARE_FIELDS = [
  "comment",
  "payment_amount",
  "payment_type",
  "if_undeliverable",
  "routing_mode",
  "external_order_id",
] as const;

function RareFields({ isSeveral, scenario }: { isSeveral: boolean; scenario: ScenarioChoice | null }) {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const tScenario = useTranslations("rehearsal");
  const { draft, change, opened } = useOrderForm();
  const { answerMinutes, unansweredAction } = useAddressLookup().settings;
  const set = <Name extends keyof OrderDraft>(name: Name, value: OrderDraft[Name]) =>
    change((now) => ({ ...now, [name]: value }), name);
  return (
    <>
      <DraftLongText
        path="comment"
        label={t("order.comment")}
        limit={TEXT_LIMITS.comment}
        value={draft.comment}
        onValue={(value) => set("comment", value)}
      />
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
      <div className="grid items-start gap-2 sm:grid-cols-2">
        <DraftText
          path="payment_amount"
          label={tStop("payment_amount")}
          hint={t("order.buyout_hint")}
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
      {scenario !== null && (
        <DraftChoice
          path="sandbox_scenario"
          label={tScenario("field")}
          hint={tScenario(`scenario.${scenario.value}`)}
          value={scenario.value}
          onValue={scenario.onValue}
          options={SCENARIOS.map((one) => ({ value: one, label: one }))}
        />
      )}
    </>
  );
}

function CargoSizes({ isSeveral }: { isSeveral: boolean }) {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const { draft, change } = useOrderForm();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">
        {tStop("cargo_size")}
        {isSeveral && <span className="font-normal text-soft"> {t("order.cargo_size_hint")}</span>}
      </legend>
      <div className="grid grid-cols-4 gap-1.5">
        {CARGO_SIZES.map((size) => (
          <label
            key={size}
            title={t(`sizes.${size}`)}
            className="relative flex min-h-11 cursor-pointer items-center justify-center rounded-lg border border-field-line text-sm font-semibold hover:bg-hover has-checked:border-fir has-checked:bg-fir has-checked:text-on-fir has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="cargo_size"
              value={size}
              aria-label={t(`sizes.${size}`)}
              checked={draft.cargo_size === size}
              onChange={() => change((now) => ({ ...now, cargo_size: size }), "cargo_size")}
              className="sr-only"
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
