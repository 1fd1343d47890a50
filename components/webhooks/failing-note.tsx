import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";

export function FailingNote({ count }: { count: number }) {
  const t = useTranslations("webhooks");
  return count === 0 ? null : <Notice>{t("troubled", { count })}</Notice>;
}
