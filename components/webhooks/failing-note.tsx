import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

/** Says that events are not getting through; renders nothing otherwise. */
export function FailingNote({ count }: { count: number }) {
  const t = useTranslations("webhooks");
  return count === 0 ? null : <Notice>{t("troubled", { count })}</Notice>;
}
