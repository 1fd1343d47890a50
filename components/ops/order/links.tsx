"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/order/order-state";
import { Section } from "@/components/order/section";
import { CopyButton } from "@/components/ui/copy-field";
import { GHOST, LINK } from "@/components/ui/styles";

/** The order's public pages, to look at and to send. Only its shop issues and revokes them. */
export function Links({ order: { links, stops } }: { order: OrderPageView }) {
  const t = useTranslations("order.links");
  return (
    <Section title={t("title")}>
      {links.length === 0 && <p className="text-sm text-soft">{t("none")}</p>}
      <ul className="text-sm">
        {links.map(({ dropoff, url, token }) => {
          const address = dropoff === null ? undefined : stops[dropoff]?.address;
          const name = dropoff === null ? t("whole") : t("dropoff", { number: dropoff });
          return (
            <li key={token} className="flex items-center justify-between gap-3">
              <a href={url} target="_blank" rel="noreferrer" className={`${LINK} min-w-0 py-2`}>
                {name}
                {address !== undefined && `, ${address.street}, ${address.building}`}
              </a>
              <CopyButton value={url} label={name} look={GHOST} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
