"use client";

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from "@simplewebauthn/browser";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { SECONDARY } from "@/components/ui/styles";

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const response = await fetch("/sign-in/passkey", { method: "POST" }).catch(() => null);
  return response?.ok === true ? response.json() : null;
}

/** Submits its form with the passkey's response. Renders nothing in browsers without passkeys. */
export function PasskeyButton() {
  const t = useTranslations("auth");
  const button = useRef<HTMLButtonElement>(null);
  const [isOffered, setOffered] = useState(false);
  const [isUnavailable, setUnavailable] = useState(false);

  const ask = async (useBrowserAutofill: boolean) => {
    const optionsJSON = await fetchOptions();
    if (optionsJSON === null) {
      if (!useBrowserAutofill) setUnavailable(true);
      return;
    }
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
    // Null: the user cancelled, or the button's request replaced this one.
    if (response === null || button.current === null) return;
    button.current.value = JSON.stringify(response);
    button.current.form?.requestSubmit(button.current);
  };
  const offer = useEffectEvent(() => ask(true));
  useEffect(() => {
    if (!browserSupportsWebAuthn()) return;
    setOffered(true);
    browserSupportsWebAuthnAutofill().then((isSupported) => (isSupported ? offer() : undefined));
  }, []);

  if (!isOffered) return null;
  const press = (event: MouseEvent) => {
    event.preventDefault();
    setUnavailable(false);
    void ask(false);
  };
  return (
    <>
      <button
        ref={button}
        type="submit"
        name="passkey"
        formNoValidate
        onClick={press}
        className={`${SECONDARY} w-full`}
      >
        <KeyRound aria-hidden="true" className="size-4" />
        {t("passkey_submit")}
      </button>
      {isUnavailable && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {t("unavailable")}
        </p>
      )}
    </>
  );
}
