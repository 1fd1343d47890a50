"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { PRIMARY } from "@/components/ui/styles";

/** Links to the reader's section, or to the home page outside of the dashboard and the console. */
export function NotFoundMessage({ section }: { section: { href: string; name: string } | null }) {
  const t = useTranslations("ui.missing");
  return (
    <>
      <h1 className="type-title">{t("heading")}</h1>
      <p className="mt-3 text-soft">{t("text")}</p>
      <Link href={section?.href ?? "/"} className={`${PRIMARY} mt-6`}>
        {section === null ? t("home") : t("way", { section: section.name })}
      </Link>
    </>
  );
}
