"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChangeList } from "@/components/order-form/change-list";
import { DeliveryTime } from "@/components/order-form/delivery-time";
import { Breakdown } from "@/components/order-form/quote-panel";
import { useOrderForm } from "@/components/order-form/use-order-form";
import type { QuoteState } from "@/components/order-form/use-quote";
import { PRIMARY } from "@/components/ui/styles";
import { draftChanges } from "@/lib/orders/form/draft-changes";

export function OrderBar({ quote, isBusy, panel }: { quote: QuoteState; isBusy: boolean; panel: ReactNode }) {
  const t = useTranslations("delivery");
  const { draft, opened } = useOrderForm();
  const changes = opened === null ? [] : draftChanges(opened.draft, draft);
  const isUnchanged = opened !== null && changes.length === 0;
  return (
    <aside
      aria-label={t("quote.heading")}
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 mt-auto border-t border-line bg-surface px-4 py-3 sm:px-6 lg:bottom-0 lg:px-8 lg:py-4"
    >
      {opened !== null && <Changes changes={changes} />}
      {quote.quote !== null && <Breakdown quote={quote.quote} />}
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-36">{panel}</div>
        <div className="flex gap-2">
          <DeliveryTime />
          <button
            type="submit"
            disabled={isBusy || quote.isPending || isUnchanged}
            className={`${PRIMARY} px-5`}
          >
            <SubmitLabel isBusy={isBusy} isEdit={opened !== null} />
          </button>
        </div>
      </div>
    </aside>
  );
}

function Changes({ changes }: { changes: ReturnType<typeof draftChanges> }) {
  const t = useTranslations("delivery.changes");
  if (changes.length === 0) return <p className="mb-2 text-xs text-soft">{t("none")}</p>;
  return (
    <details className="group mb-1">
      <summary className="flex min-h-8 cursor-pointer items-center gap-1.5 text-sm font-medium">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 -rotate-90 group-open:rotate-0" />
        {t("heading", { count: changes.length })}
      </summary>
      <ChangeList changes={changes} label={t("label")} tellsPrice />
    </details>
  );
}

function SubmitLabel({ isBusy, isEdit }: { isBusy: boolean; isEdit: boolean }) {
  const t = useTranslations("delivery.submit");
  if (isBusy) return t(isEdit ? "saving" : "creating");
  return t(isEdit ? "save" : "create");
}
