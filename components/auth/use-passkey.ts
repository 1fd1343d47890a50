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
import { useEffect, useEffectEvent, useState } from "react";
import { type SignInFailure, UNAVAILABLE } from "@/components/auth/sign-in-failure";

export interface PasskeyActions {
  /** Null when this browser has asked too often. */
  readonly challenge: () => Promise<PublicKeyCredentialRequestOptionsJSON | null>;
  readonly enter: (response: AuthenticationResponseJSON) => Promise<SignInFailure | null>;
}

/** Returns null in browsers without passkeys. */
export function usePasskey(actions: PasskeyActions | null, end: (failure: SignInFailure | null) => void) {
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
