"use client";

import { useTranslations } from "next-intl";
import { DraftChoice, DraftLongText, DraftText, FoldedFields } from "@/components/orders/form/fields";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { OrderDraft } from "@/lib/orders/form/draft";
import { DELIVERY_MODES, TEXT_LIMITS, UNDELIVERABLE_ACTIONS } from "@/lib/orders/order";
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
    draft.delivery_mode !== "shared" ||
    (scenario !== null && scenario.value !== "happy");
  return (
    <section aria-labelledby="order-title" className="pl-11.5">
      <h2 id="order-title" className="sr-only">
        {t("order.heading")}
      </h2>
      <CargoSizes isSeveral={isSeveral} />
      <div className="mt-2">
        <FoldedFields title={t("order.more")} note={t("order.more_note")} isUsed={isUsed} paths={RARE_FIELDS}>
          <RareFields isSeveral={isSeveral} scenario={scenario} />
        </FoldedFields>
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
  "delivery_mode",
  "external_order_id",
] as const;

function RareFields({ isSeveral, scenario }: { isSeveral: boolean; scenario: ScenarioChoice | null }) {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const tScenario = useTranslations("sandbox");
  const { draft, change, opened } = useOrderForm();
  const { answerMinutes, unansweredAction } = useAddressLookup().settings;
  const input = <Name extends keyof OrderDraft>(name: Name) => ({
    path: name,
    value: draft[name],
    onValue: (value: OrderDraft[Name]) => change((now) => ({ ...now, [name]: value }), name),
  });
  return (
    <>
      <DraftLongText label={t("order.comment")} limit={TEXT_LIMITS.comment} {...input("comment")} />
      {isSeveral && (
        <DraftChoice
          label={t("order.routing_mode")}
          hint={t(`order.routing_hints.${draft.routing_mode}`)}
          options={ROUTING_MODES.map((value) => ({ value, label: t(`routing.${value}`) }))}
          {...input("routing_mode")}
        />
      )}
      <DraftChoice
        label={t("order.delivery_mode")}
        options={DELIVERY_MODES.map((value) => ({ value, label: t(`delivery_modes.${value}`) }))}
        {...input("delivery_mode")}
      />
      <DraftChoice
        label={t("order.if_undeliverable")}
        hint={
          draft.if_undeliverable === "ask"
            ? t(`undeliverable_hints.ask_${unansweredAction}`, { minutes: answerMinutes })
            : t(`undeliverable_hints.${draft.if_undeliverable}`)
        }
        options={CHOICES.map((value) => ({ value, label: t(`undeliverable.${value}`) }))}
        {...input("if_undeliverable")}
      />
      <div className="grid items-start gap-2 sm:grid-cols-2">
        <DraftText
          label={tStop("payment_amount")}
          hint={t("order.buyout_hint")}
          inputMode="decimal"
          suffix="₽"
          {...input("payment_amount")}
        />
        <DraftChoice
          label={tStop("payment_type")}
          options={PAYMENT_TYPES.map((value) => ({ value, label: t(`payments.${value}`) }))}
          {...input("payment_type")}
        />
      </div>
      {opened === null ? (
        <DraftText
          label={t("order.external_order_id")}
          hint={t("order.external_order_id_hint")}
          {...input("external_order_id")}
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
          options={SCENARIOS.map((one) => ({ value: one, label: one }))}
          {...scenario}
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
