import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

/** Says that events are not getting through; renders nothing otherwise. */
export function FailingNote({ count, children }: { count: number; children?: ReactNode }) {
  const t = useTranslations("webhooks");
  if (count === 0) return null;
  return (
    <Notice>
      {t("troubled", { count })} {children}
    </Notice>
  );
}
