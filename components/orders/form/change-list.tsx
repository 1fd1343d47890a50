"use client";

import { useTranslations } from "next-intl";
import { useFieldNames } from "@/components/orders/form/use-field-names";
import { DateTime } from "@/components/ui/date-time";
import { type DraftChange, isPriced } from "@/lib/orders/form/draft-changes";
import { DROPOFF_FIELDS, type StopFields } from "@/lib/orders/stop-fields";

export function ChangeList(props: { changes: readonly DraftChange[]; label: string; tellsPrice?: boolean }) {
  const { changes, label, tellsPrice = false } = props;
  const t = useTranslations("delivery.changes");
  return (
    <ul aria-label={label} className="max-h-[40dvh] space-y-2 overflow-y-auto text-sm">
      {changes.map((change) => (
        <li key={getKey(change)} className="break-words">
          <ChangeText change={change} />
          {tellsPrice && isPriced(change) && <span className="ml-2 text-xs text-late">{t("priced")}</span>}
        </li>
      ))}
    </ul>
  );
}

function getKey(change: DraftChange): string {
  const { kind } = change;
  return kind === "reordered" ? kind : `${kind} ${change.stop} ${kind === "field" ? change.field : ""}`;
}

function ChangeText({ change }: { change: DraftChange }) {
  const t = useTranslations("delivery.changes");
  const { fieldName, stopName } = useFieldNames();
  if (change.kind === "reordered") return t("reordered", { order: change.order.join(", ") });
  if (change.kind === "address") {
    const { stop, before, after, details } = change;
    return (
      <>
        <span className="block text-xs text-soft">{fieldName(stop, "address")}</span>
        {before === after ? (
          t("moved", { place: after || t("no_place") })
        ) : (
          <>
            <s className="text-soft">{before || t("no_place")}</s> <span aria-hidden="true">→</span>{" "}
            {after || t("no_place")}
          </>
        )}
        {details.length > 0 && (
          <ul className="mt-1 space-y-1 pl-3">
            {details.map((detail) => (
              <li key={detail.field}>
                <ChangeText change={detail} />
              </li>
            ))}
          </ul>
        )}
      </>
    );
  }
  if (change.kind !== "field") {
    return t(change.kind, { stop: stopName(change.stop), place: change.place || t("no_place") });
  }
  const { stop, field, before, after } = change;
  return (
    <>
      <span className="block text-xs text-soft">{fieldName(stop, field)}</span>
      <s className="text-soft">
        <Value field={field} value={before} />
      </s>{" "}
      <span aria-hidden="true">→</span> <Value field={field} value={after} />
    </>
  );
}

function Value({ field, value }: { field: string; value: string }) {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const ownFields: StopFields = DROPOFF_FIELDS;
  if (field === "notify" && value !== "") return t(`notify.${value}`);
  if (field === "locale" && value !== "") return t(`locales.${value}`);
  if (ownFields[field]?.kind === "yes_no" && value !== "") return tStop(`yes_no.${value === "true"}`);
  if (field.startsWith("proof.")) return t(`proof.values.${value || "unsaid"}`);
  if (value === "") return t("changes.empty");
  const isTime = field === "delivery_time" || field === "ready_at" || field.startsWith("delivery_window.");
  if (isTime && !Number.isNaN(Date.parse(value))) return <DateTime at={value} short />;
  if (field === "routing_mode") return t(`routing.${value}`);
  if (field === "delivery_mode") return t(`delivery_modes.${value}`);
  if (field === "if_undeliverable") return t(`undeliverable.${value}`);
  if (field === "payment_type") return t(`payments.${value}`);
  if (field === "contact.type") return t(`contact.types.${value}`);
  return value;
}
