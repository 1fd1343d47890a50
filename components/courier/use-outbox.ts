import { useCallback, useEffect, useRef, useState } from "react";
import { addTap, deleteTap, listTaps } from "@/components/courier/app-store";
import { sendJson } from "@/components/courier/send-json";
import { type Deed, outcomeOf, requestOf, type SendResult, type Tap } from "@/lib/courier-app/app-state";

const RETRY_MS = 5_000;
// A state that was read before a tap arrived may come after the answer to it.
const SETTLING_MS = 3_000;
const LOCK = "courier-outbox";

/** The taps that wait, and how to add one. */
export interface Outbox {
  readonly taps: readonly Tap[];
  /** Those, and before them the ones that have just arrived, which the service's next word may not know of yet. */
  readonly unseen: readonly Tap[];
  tap(deed: Deed): void;
}

/**
 * Keeps every tap until the service has answered to it, and sends them one after another in their order.
 *
 * @param onAnswer is told what became of a tap before it leaves the list
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
    // Two windows of one phone must not send the same queue side by side.
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
    // Browsers have locks on secure origins only.
    if (navigator.locks === undefined) await work();
    else await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  } finally {
    isSending = false;
  }
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
