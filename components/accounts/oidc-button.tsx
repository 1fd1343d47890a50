"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SECONDARY } from "@/components/ui/styles";

async function findProvider(callbackUrl: string): Promise<string | null> {
  try {
    const token = await fetch("/api/auth/csrf", { cache: "no-store" });
    const { csrfToken } = await token.json();
    const answer = await fetch("/api/auth/signin/oidc", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl, json: "true" }),
    });
    const { url } = await answer.json();
    // After an error, next-auth points back to this site.
    return URL.canParse(url) && new URL(url).origin !== window.location.origin ? url : null;
  } catch {
    return null;
  }
}

export function OidcButton({ name, address }: { name: string; address: string }) {
  const t = useTranslations("auth");
  const [state, setState] = useState<"idle" | "leaving" | "unavailable">("idle");
  const leave = async () => {
    setState("leaving");
    const url = await findProvider(address);
    if (url === null) setState("unavailable");
    else window.location.assign(url);
  };
  return (
    <>
      <p className="my-4 text-center text-xs text-soft">{t("or")}</p>
      <button type="button" onClick={leave} disabled={state === "leaving"} className={`${SECONDARY} w-full`}>
        {t("with", { name })}
      </button>
      <p role="status" className="mt-2 text-sm text-bad empty:hidden">
        {state === "unavailable" ? t("unavailable") : ""}
      </p>
    </>
  );
}
