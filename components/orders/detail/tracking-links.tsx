"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { LinkState, OrderPageView } from "@/components/orders/detail/order-state";
import { Disclosure, FoldedSection } from "@/components/orders/detail/section";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { CopyButton } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { SECONDARY } from "@/components/ui/styles";

export function TrackingLinks(props: { order: OrderPageView; issue: FormAction; revoke: FormAction }) {
  const { order, issue, revoke } = props;
  const t = useTranslations("order.links");
  const { code, links } = order;
  return (
    <FoldedSection id="links" title={t("title")}>
      {links.length === 0 && <p className="text-sm text-soft">{t("none")}</p>}
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li key={link.token} className="py-3 first:pt-0">
            <Row link={link} order={order} />
          </li>
        ))}
      </ul>
      <Permitted needs="account.manage_orders">
        <div className="mt-3 flex flex-wrap gap-3">
          <ConfirmButton
            action={issue}
            hidden={{ code }}
            isOffered={order.lacksLinks}
            {...confirmTexts(t, "issue")}
          />
          <ConfirmButton
            action={revoke}
            hidden={{ code }}
            isOffered={links.length > 0}
            {...confirmTexts(t, "revoke", { count: links.length })}
            isDangerous
          />
        </div>
      </Permitted>
    </FoldedSection>
  );
}

function Row({ link: { dropoff, url, token }, order }: { link: LinkState; order: OrderPageView }) {
  const t = useTranslations("order.links");
  const stop = dropoff === null ? undefined : order.stops[dropoff]?.address;
  const name = dropoff === null ? t("whole") : t("dropoff", { number: dropoff });
  return (
    <div className="text-sm">
      <h3 className="font-medium">{name}</h3>
      {stop !== undefined && (
        <p className="truncate text-xs text-soft" title={`${stop.street}, ${stop.building}`}>
          <bdi>{stop.street}</bdi>, {stop.building}
        </p>
      )}
      <code className="mt-1 block text-xs break-all text-soft select-all">{url}</code>
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton value={url} label={name} />
        <a href={url} target="_blank" rel="noreferrer" className={SECONDARY}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t("open")}
          <span className="sr-only">{name}</span>
        </a>
      </div>
      <Disclosure
        summary={
          <>
            {t("qr")} <span className="sr-only">{name}</span>
          </>
        }
      >
        {/* biome-ignore lint/performance/noImgElement: the picture is generated for this page and never resized. */}
        <img
          src={`/dashboard/orders/${order.code}/qr/${token}`}
          alt={t("qr_of", { name })}
          width={192}
          height={192}
          loading="lazy"
          className="rounded-lg border border-line bg-white"
        />
      </Disclosure>
    </div>
  );
}
