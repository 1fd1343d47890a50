import { useTranslations } from "next-intl";
import { LINK } from "@/components/ui/styles";

export function DeadLink() {
  const t = useTranslations("auth");
  return (
    <>
      <p className="text-sm text-soft">{t("dead.text")}</p>
      <p className="mt-4 text-sm">
        <a href="/sign-in" className={`${LINK} inline-flex min-h-11 items-center`}>
          {t("back")}
        </a>
      </p>
    </>
  );
}
