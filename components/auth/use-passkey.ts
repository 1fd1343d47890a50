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
  /** Gives this browser a challenge; null when it has asked too often. */
  readonly challenge: () => Promise<PublicKeyCredentialRequestOptionsJSON | null>;
  /** Signs in by the response to that challenge. */
  readonly enter: (response: AuthenticationResponseJSON) => Promise<SignInFailure | null>;
}

/**
 * Signs in by a passkey: at the press of a button, or when the reader picks one among what the browser offers for the
 * email field.
 *
 * @param end takes what came of it: null once signed in
 * @returns what the button does; null in browsers without passkeys
 */
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
    // The reader has changed their mind, or the button has taken over.
    if (response !== null) end(await actions.enter(response).catch(() => UNAVAILABLE));
  };
  const offer = useEffectEvent(() => ask(true));

  // A challenge sets a cookie, and so has Next render the page anew, with another function that gives challenges.
  const hasPasskeys = actions !== null;
  useEffect(() => {
    if (!hasPasskeys || !browserSupportsWebAuthn()) return;
    setOffered(true);
    browserSupportsWebAuthnAutofill().then((isSupported) => (isSupported ? offer() : undefined));
  }, [hasPasskeys]);

  return isOffered ? () => ask(false) : null;
}
