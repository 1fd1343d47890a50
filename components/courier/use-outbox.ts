import { useCallback, useEffect, useRef, useState } from "react";
import { addTap, deleteTap, listTaps } from "@/components/courier/app-store";
import { runExclusively, useRetryQueue } from "@/components/courier/retry-queue";
import { sendJson } from "@/components/courier/send";
import { serviceNow } from "@/components/courier/service-clock";
import { randomUuid } from "@/components/courier/use-files";
import { useLatest } from "@/components/ui/use-latest";
import {
  type CourierAction,
  dependentActions,
  type QueuedAction,
  type SendResult,
  sendResultFor,
  toHttpRequest,
} from "@/lib/courier-app/app-state";
import { findHeldAction, heldUntil } from "@/lib/courier-app/held-action";

// A state read before an action arrived may be received after the response to that action.
const SETTLING_MS = 3_000;
const QUEUE = "courier-outbox";

export interface TapAnswer {
  readonly outcome: Exclude<SendResult, "later">;
  readonly errorId: string | null;
}

/** Sends actions one at a time. `onAnswer` runs before an action leaves the queue, `onTap` before it enters. */
export function useOutbox(
  onAnswer: (tap: QueuedAction, answer: TapAnswer) => void,
  onTap: (action: CourierAction) => Promise<void>,
) {
  const [taps, setTaps] = useState<readonly QueuedAction[]>([]);
  const [settling, setSettling] = useState<readonly QueuedAction[]>([]);
  const latest = useLatest({ onAnswer, onTap });

  const show = useCallback(async () => {
    setTaps((await listTaps()).map(({ tap }) => tap));
  }, []);

  const send = useCallback(async () => {
    await runExclusively(QUEUE, async () => {
      for (;;) {
        const [first, ...later] = await listTaps();
        if (first === undefined) break;
        // A hidden page may not wake up in time, so it delays nothing.
        const isSeen = document.visibilityState === "visible";
        if (isSeen && findHeldAction([first.tap, ...later.map(({ tap }) => tap)], serviceNow()) === first.tap)
          break;
        const { path, body } = toHttpRequest(first.tap);
        const { status, errorId } = await sendJson(path, body);
        const outcome = sendResultFor(status);
        if (outcome === "later") break;
        latest.current.onAnswer(first.tap, { outcome, errorId });
        if (outcome === "signed_out") break;
        if (outcome === "taken") {
          setSettling((before) => [...before, first.tap]);
          setTimeout(() => setSettling((before) => before.filter((one) => one !== first.tap)), SETTLING_MS);
          await deleteTap(first.key);
        } else {
          const taps = later.map(({ tap }) => tap);
          const undone = new Set(dependentActions(first.tap, errorId, taps));
          for (const { key, tap } of [first, ...later]) if (undone.has(tap)) await deleteTap(key);
        }
        await show();
      }
    });
    await show();
  }, [show]);

  useRetryQueue(send);

  const [held, setHeld] = useState<QueuedAction | null>(null);
  useEffect(() => {
    const now = serviceNow();
    const found = findHeldAction(taps, now);
    setHeld(found);
    if (found?.heldUntil === undefined) return;
    const release = () => {
      setHeld(null);
      void send();
    };
    const timer = setTimeout(release, new Date(found.heldUntil).getTime() - now.getTime());
    return () => clearTimeout(timer);
  }, [taps, send]);

  // Serializes writes, so that actions are sent in their order.
  const stored = useRef(Promise.resolve());
  const tap = useCallback(
    (action: CourierAction) => {
      const now = serviceNow();
      const until = heldUntil(action, now);
      const next: QueuedAction = {
        id: randomUuid(),
        at: now.toISOString(),
        action,
        ...(until === undefined ? {} : { heldUntil: until }),
      };
      setTaps((before) => [...before, next]);
      navigator.vibrate?.(30);
      stored.current = stored.current
        .then(() => latest.current.onTap(action))
        // A failure here must not lose the action.
        .catch(() => {})
        .then(() => addTap(next));
      void stored.current.then(send);
    },
    [send],
  );

  const undo = useCallback(
    ({ id }: QueuedAction) => {
      stored.current = stored.current.then(async () => {
        const all = await listTaps();
        const found = findHeldAction(
          all.map(({ tap }) => tap),
          serviceNow(),
        );
        const stored = all.find(({ tap }) => tap === found && tap.id === id);
        if (stored !== undefined) await deleteTap(stored.key);
      });
      void stored.current.then(send);
    },
    [send],
  );

  // Sent actions stay until the service's next state includes them.
  return { taps, unseen: [...settling, ...taps], tap, held, undo };
}
