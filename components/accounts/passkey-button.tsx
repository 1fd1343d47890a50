"use client";

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SECONDARY } from "@/components/ui/styles";

/** Submits its form with the passkey's response. Renders nothing in browsers without passkeys. */
export function PasskeyButton() {
  const t = useTranslations("auth");
  const button = useRef<HTMLButtonElement>(null);
  const [isOffered, setOffered] = useState(false);

  const ask = async (useBrowserAutofill: boolean) => {
    const challenge = await fetch("/sign-in/passkey", { method: "POST" }).catch(() => null);
    if (challenge?.ok !== true) return useBrowserAutofill ? undefined : submit(null);
    const optionsJSON = await challenge.json();
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
    // Null: the user cancelled, or the button's request replaced this one.
    if (response !== null) submit(response);
  };
  const submit = (response: object | null) => {
    if (button.current === null) return;
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
  return (
    <button
      ref={button}
      type="submit"
      name="passkey"
      formNoValidate
      onClick={(event) => {
        event.preventDefault();
        void ask(false);
      }}
      className={`${SECONDARY} w-full`}
    >
      <KeyRound aria-hidden="true" className="size-4" />
      {t("passkey_submit")}
    </button>
  );
}
