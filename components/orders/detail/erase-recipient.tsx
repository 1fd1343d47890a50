"use client";

import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { FoldedSection } from "@/components/orders/detail/section";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import type { FormAction } from "@/components/ui/form-state";
import { isErased } from "@/lib/orders/erased";

export function EraseRecipient({ order, action }: { order: OrderPageView; action: FormAction }) {
  const t = useTranslations("order.personal_data");
  const { code, isOver, stops } = order;
  if (!isOver || stops.every(isErased)) return null;
  return (
    <FoldedSection id="personal-data" title={t("title")}>
      <p className="mb-3 text-sm text-soft">{t("note")}</p>
      <ConfirmButton action={action} hidden={{ code }} {...confirmTexts(t, "erase", { code })} isDangerous />
    </FoldedSection>
  );
}
