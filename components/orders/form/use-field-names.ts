"use client";

import { useTranslations } from "next-intl";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import type { ContactDraft } from "@/lib/orders/form/draft";
import { DROPOFF_FIELDS } from "@/lib/orders/stop-fields";

/** Names fields outside their form, as in `Dropoff 2 · Street`. */
export function useFieldNames() {
  const t = useTranslations("delivery");
  const tStop = useTranslations("stop");
  const { draft } = useOrderForm();
  const own = (name: string, contact?: ContactDraft): string => {
    const [group, field] = name.split(".");
    if (name === "contact.value") return t(contact?.type === "telegram" ? "contact.handle" : "contact.phone");
    if (name === "address") return t("address.label");
    if (group === "contact") return t(`contact.${field}`);
    if (group === "proof") return tStop(`${field}`);
    if (field === "latitude" || field === "longitude") return t(`point.${field}`);
    if (group === "address") return tStop(`${field}`);
    return name in DROPOFF_FIELDS ? tStop(name) : t(`order.${name}`);
  };
  const stopName = (stop: number): string =>
    stop === 0 ? t("pickup") : t("dropoffs.title", { number: stop });
  const getField = (stop: number, name: string): string => {
    const contact = [draft.pickup, ...draft.dropoffs][stop]?.contact;
    return `${stopName(stop)} · ${own(name, contact)}`;
  };
  return {
    stopName,
    ownName: own,
    fieldName: (stop: number | null, name: string): string =>
      stop === null ? own(name) : getField(stop, name),
    pathName: (path: string): string => {
      const [, pickup, index, name] = /^(?:(pickup)|dropoffs\.(\d+))\.(.+)$/.exec(path) ?? [];
      if (name === undefined) return own(path);
      return getField(pickup === undefined ? Number(index) + 1 : 0, name);
    },
  };
}
