"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { PRIMARY } from "@/components/ui/styles";

/** Says that there is nothing at this address, and links elsewhere. */
export function Missing({ href, label }: { href: string; label: string }) {
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

/** The same for readers who have no access to this part of the service. */
export function MissingAlone() {
  const t = useTranslations("ui.missing");
  return <Missing href="/" label={t("home")} />;
}
