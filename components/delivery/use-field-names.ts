"use client";

import { useTranslations } from "next-intl";

/** What a field is called wherever it stands alone: `Dropoff 2 · Street`. */
export function useFieldNames() {
  const t = useTranslations("delivery");
  const own = (name: string): string => {
    const [group, field] = name.split(".");
    if (group === "contact") return t(field === "value" ? "contact.value" : `contact.${field}`);
    if (field === "latitude" || field === "longitude") return t(`point.${field}`);
    if (group === "address") return t(`address.${field}`);
    return name === "doorstep" ? t("dropoffs.doorstep") : t(`order.${name}`);
  };
  const stopName = (stop: number): string =>
    stop === 0 ? t("pickup") : t("dropoffs.title", { number: stop });
  return {
    stopName,
    /** The field of a stop, or of the order where there is none. */
    fieldName: (stop: number | null, name: string): string =>
      stop === null ? own(name) : `${stopName(stop)} · ${own(name)}`,
    /** The field of a path of the API's body. */
    pathName: (path: string): string => {
      const [, pickup, index, name] = /^(?:(pickup)|dropoffs\.(\d+))\.(.+)$/.exec(path) ?? [];
      if (name === undefined) return own(path);
      const stop = pickup === undefined ? Number(index) + 1 : 0;
      return `${stopName(stop)} · ${own(name)}`;
    },
  };
}
