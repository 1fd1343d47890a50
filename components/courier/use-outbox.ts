import { useCallback, useEffect, useRef, useState } from "react";
import { addTap, deleteTap, listTaps } from "@/components/courier/app-store";
import { sendJson } from "@/components/courier/send-json";
import { type Deed, outcomeOf, requestOf, type SendResult, type Tap } from "@/lib/courier-app/app-state";

const RETRY_MS = 5_000;
// A state read before a tap arrived may reach us after the response to that tap.
const SETTLING_MS = 3_000;
const LOCK = "courier-outbox";

/** The taps waiting to be sent, and how to add one. */
export interface Outbox {
  readonly taps: readonly Tap[];
  /** Those taps, preceded by the ones just sent, which the service's next state may not include yet. */
  readonly unseen: readonly Tap[];
  tap(deed: Deed): void;
}

/**
 * Keeps every tap until the service has answered it, and sends them one at a time, in order.
 *
 * @param onAnswer called with a tap's outcome before the tap leaves the list
 */
export function useOutbox(onAnswer: (tap: Tap, outcome: Exclude<SendResult, "later">) => void): Outbox {
  const [taps, setTaps] = useState<readonly Tap[]>([]);
  const [settling, setSettling] = useState<readonly Tap[]>([]);
  const answered = useRef(onAnswer);
  useEffect(() => {
    answered.current = onAnswer;
  });

  const show = useCallback(async () => {
    setTaps((await listTaps()).map(({ tap }) => tap));
  }, []);

  const send = useCallback(async () => {
    // Two windows on one phone must not send the same queue at once.
    await alone(async () => {
      for (;;) {
        const [first] = await listTaps();
        if (first === undefined) break;
        const { path, body } = requestOf(first.tap);
        const outcome = outcomeOf((await sendJson(path, body)).status);
        if (outcome === "later") break;
        answered.current(first.tap, outcome);
        if (outcome === "signed_out") break;
        if (outcome === "taken") {
          setSettling((before) => [...before, first.tap]);
          setTimeout(() => setSettling((before) => before.filter((one) => one !== first.tap)), SETTLING_MS);
        }
        await deleteTap(first.key);
        await show();
      }
    });
    await show();
  }, [show]);

  useEffect(() => {
    const trySending = () => void send();
    trySending();
    const timer = setInterval(trySending, RETRY_MS);
    window.addEventListener("online", trySending);
    document.addEventListener("visibilitychange", trySending);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", trySending);
      document.removeEventListener("visibilitychange", trySending);
    };
  }, [send]);

  const tap = useCallback(
    (deed: Deed) => {
      const next: Tap = { id: randomId(), at: new Date().toISOString(), deed };
      setTaps((before) => [...before, next]);
      navigator.vibrate?.(30);
      void addTap(next).then(send);
    },
    [send],
  );

  return { taps, unseen: [...settling, ...taps], tap };
}

let isSending = false;

async function alone(work: () => Promise<void>): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    // Browsers only have locks on secure origins.
    if (navigator.locks === undefined) await work();
    else await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  } finally {
    isSending = false;
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
