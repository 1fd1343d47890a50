"use client";

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from "@simplewebauthn/browser";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { CircleAlert, KeyRound } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { ShowPassword } from "@/components/auth/password-fields";
import { type SignInFailure, UNAVAILABLE } from "@/components/auth/sign-in-failure";
import { forgetDrafts } from "@/components/order-form/use-order-form";
import { INPUT, PRIMARY, SECONDARY } from "@/components/ui/styles";

export function SignInForm(props: {
  next: string;
  hasLeft: boolean;
  enter: (form: FormData) => Promise<SignInFailure | null>;
  passkey: PasskeyActions | null;
}) {
  const { next, hasLeft, enter, passkey } = props;
  const t = useTranslations("auth");
  const id = useId();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  // Until the script runs, the browser would submit the form itself and skip everything below.
  const [isReady, setReady] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (hasLeft) forgetDrafts();
  }, [hasLeft]);
  useEffect(() => {
    if (failure !== null) box.current?.focus();
  }, [failure]);

  const end = (failed: SignInFailure | null) => {
    if (failed === null) {
      // A full page load, so that nothing fetched before signing in survives.
      window.location.assign(next);
      return;
    }
    setFailure(failed);
    setReady(true);
  };
  const askPasskey = usePasskey(passkey, end);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setReady(false);
    setFailure(null);
    end(await enter(form).catch(() => UNAVAILABLE));
  };

  const fields = [
    ["email", "email", "username webauthn"],
    ["password", isVisible ? "text" : "password", "current-password"],
  ] as const;
  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      {failure !== null && (
        <p
          ref={box}
          role="alert"
          tabIndex={-1}
          className="flex items-start gap-2 rounded-lg bg-bad-tint p-3 text-sm text-bad"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t(failure.why)} {failure.waitSeconds > 0 && <Wait seconds={failure.waitSeconds} />}
          </span>
        </p>
      )}
      {fields.map(([name, type, autoComplete]) => (
        <div key={name}>
          <label htmlFor={id + name} className="mb-1 block text-sm font-medium">
            {t(name)}
          </label>
          <input
            id={id + name}
            name={name}
            type={type}
            autoComplete={autoComplete}
            required
            className={INPUT}
          />
        </div>
      ))}
      <ShowPassword isVisible={isVisible} onChange={setVisible} />
      <button type="submit" disabled={!isReady} className={`${PRIMARY} w-full`}>
        {t("submit")}
      </button>
      {askPasskey !== null && (
        <button type="button" onClick={askPasskey} className={`${SECONDARY} w-full`}>
          <KeyRound aria-hidden="true" className="size-4" />
          {t("passkey_submit")}
        </button>
      )}
    </form>
  );
}

const SECOND_MS = 1_000;
const FEW_SECONDS = 90;

/** A countdown in a live region would be announced every second. */
function Wait({ seconds }: { seconds: number }) {
  const t = useTranslations("auth.wait");
  const format = useFormatter();
  const [until] = useState(() => Date.now() + seconds * SECOND_MS);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return t("over");
  if (seconds < FEW_SECONDS) return t("seconds", { seconds });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = format.dateTime(until, { hour: "2-digit", minute: "2-digit", timeZone });
  return t("minutes", { minutes: Math.ceil(seconds / 60), time });
}

interface PasskeyActions {
  /** Null when this browser is rate-limited. */
  readonly challenge: () => Promise<PublicKeyCredentialRequestOptionsJSON | null>;
  readonly enter: (response: AuthenticationResponseJSON) => Promise<SignInFailure | null>;
}

/** Returns null in browsers without passkeys. */
function usePasskey(actions: PasskeyActions | null, end: (failure: SignInFailure | null) => void) {
  const [isOffered, setOffered] = useState(false);

  const ask = async (useBrowserAutofill: boolean) => {
    if (actions === null) return;
    const optionsJSON = await actions.challenge().catch(() => null);
    if (optionsJSON === null) {
      if (!useBrowserAutofill) end(UNAVAILABLE);
      return;
    }
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
    // Null: the user cancelled, or the button's request replaced this one.
    if (response !== null) end(await actions.enter(response).catch(() => UNAVAILABLE));
  };
  const offer = useEffectEvent(() => ask(true));

  // A challenge sets a cookie, so Next renders the page again and passes new functions.
  const hasPasskeys = actions !== null;
  useEffect(() => {
    if (!hasPasskeys || !browserSupportsWebAuthn()) return;
    setOffered(true);
    browserSupportsWebAuthnAutofill().then((isSupported) => (isSupported ? offer() : undefined));
  }, [hasPasskeys]);

  return isOffered ? () => ask(false) : null;
}
