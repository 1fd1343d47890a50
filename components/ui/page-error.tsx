"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { PRIMARY } from "@/components/ui/styles";

export interface Failure {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export function PageError({ error, reset }: Failure) {
  const t = useTranslations("ui.error");
  const router = useRouter();
  // Without the refresh, the server's error would be shown again.
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <>
      <h1 className="type-title">{t("heading")}</h1>
      <p className="mt-3 text-soft">{t("text")}</p>
      {error.digest !== undefined && <p className="mt-3 font-mono text-xs text-soft">{error.digest}</p>}
      <button type="button" onClick={again} className={`${PRIMARY} mt-6`}>
        {t("again")}
      </button>
    </>
  );
}
