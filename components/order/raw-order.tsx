"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/order/order-state";
import { Disclosure, FoldedSection } from "@/components/order/section";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-field";

export function RawOrder({ order, publicUrl }: { order: OrderPageView; publicUrl: string }) {
  const t = useTranslations("order.raw");
  const json = JSON.stringify(order.resource, null, 2);
  const curl = formatCurl(publicUrl, order.externalOrderId);
  return (
    <div className="print:hidden">
      <FoldedSection title={t("title")}>
        <Disclosure summary={t("resource")}>
          <div className="mt-2 space-y-3">
            <CodeBox text={json} label={t("resource")} isTall />
            <CopyButton value={json} label={t("resource")} />
          </div>
        </Disclosure>
        <Disclosure summary={t("request")}>
          <div className="mt-2 space-y-3">
            <CodeBox text={curl} label={t("request")} />
            <CopyButton value={curl} label={t("request")} />
          </div>
        </Disclosure>
      </FoldedSection>
    </div>
  );
}

/** Percent-encodes quotes too, so that the identifier cannot inject shell syntax. */
function formatCurl(publicUrl: string, externalOrderId: string): string {
  const path = encodeURIComponent(externalOrderId).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `curl '${publicUrl}/v1/partner/orders/${path}' -H "Authorization: Bearer $DROPLINE_KEY"`;
}
