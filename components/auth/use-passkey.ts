"use client";

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from "@simplewebauthn/browser";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { useEffect, useEffectEvent, useState } from "react";
import { type Failure, sendCredentials, UNAVAILABLE } from "@/components/auth/send-credentials";

/** Gives this browser a challenge; null where there are no passkeys. */
export type Challenge = () => Promise<PublicKeyCredentialRequestOptionsJSON | null>;

/**
 * Signs in by a passkey: at the press of a button, or when the reader picks one among what the browser offers for the
 * email field.
 *
 * @param end takes what came of it: null once signed in
 * @returns what the button does; null in browsers without passkeys
 */
export function usePasskey(challenge: Challenge | null, end: (failure: Failure | null) => void) {
  const [isOffered, setOffered] = useState(false);

  const ask = async (useBrowserAutofill: boolean) => {
    const optionsJSON = await challenge?.().catch(() => null);
    if (optionsJSON === null || optionsJSON === undefined) {
      if (!useBrowserAutofill) end(UNAVAILABLE);
      return;
    }
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(() => null);
    // The reader has changed their mind, or the button has taken over.
    if (answer !== null) end(await sendCredentials({ answer: JSON.stringify(answer) }));
  };
  const offer = useEffectEvent(() => ask(true));

  // A challenge sets a cookie, and so has Next render the page anew, with another function that gives challenges.
  const hasPasskeys = challenge !== null;
  useEffect(() => {
    if (!hasPasskeys || !browserSupportsWebAuthn()) return;
    setOffered(true);
    browserSupportsWebAuthnAutofill().then((isSupported) => (isSupported ? offer() : undefined));
  }, [hasPasskeys]);

  return isOffered ? () => ask(false) : null;
}
