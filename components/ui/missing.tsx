"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { PRIMARY } from "@/components/ui/styles";

export function NotFoundMessage({ href, label }: { href: string; label: string }) {
  const t = useTranslations("ui.missing");
  return (
    <>
      <h1 className="type-title">{t("heading")}</h1>
      <p className="mt-3 text-soft">{t("text")}</p>
      <Link href={href} className={`${PRIMARY} mt-6`}>
        {label}
      </Link>
    </>
  );
}

export function StandaloneNotFound() {
  const t = useTranslations("ui.missing");
  return <NotFoundMessage href="/" label={t("home")} />;
}
