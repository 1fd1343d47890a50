import { useCallback, useEffect, useRef, useState } from "react";
import { addTap, deleteTap, listTaps } from "@/components/courier-app/app-store";
import { runExclusively, useRetryQueue } from "@/components/courier-app/retry-queue";
import { sendJson } from "@/components/courier-app/send";
import { serviceNow } from "@/components/courier-app/service-clock";
import { randomUuid } from "@/components/courier-app/use-files";
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
  /** Whether the courier has taken later steps of the order, which are discarded with a wrong code. */
  readonly hasGoneOn: boolean;
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
    const listed = await listTaps();
    setTaps(listed);
    return listed.length > 0;
  }, []);

  const sendAll = useCallback(async () => {
    await runExclusively(QUEUE, async () => {
      for (;;) {
        const [first, ...later] = await listTaps();
        if (first === undefined) break;
        // A hidden page may not wake up in time, so it delays nothing.
        const isSeen = document.visibilityState === "visible";
        if (isSeen && findHeldAction([first, ...later], serviceNow()) === first) break;
        const { path, body } = toHttpRequest(first);
        const { status, errorId } = await sendJson(path, body);
        const outcome = sendResultFor(status);
        if (outcome === "later") break;
        const discarded = dependentActions(first, errorId, later);
        latest.current.onAnswer(first, { outcome, errorId, hasGoneOn: discarded.length > 1 });
        if (outcome === "signed_out") break;
        if (outcome === "taken") {
          setSettling((before) => [...before, first]);
          setTimeout(() => setSettling((before) => before.filter((one) => one !== first)), SETTLING_MS);
          await deleteTap(first.id);
        } else {
          for (const { id } of discarded) await deleteTap(id);
        }
        await show();
      }
    });
    return show();
  }, [show]);

  const send = useRetryQueue(sendAll);

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
        if (findHeldAction(await listTaps(), serviceNow())?.id === id) await deleteTap(id);
      });
      void stored.current.then(send);
    },
    [send],
  );

  // Sent actions stay until the service's next state includes them.
  return { taps, unseen: [...settling, ...taps], tap, held, undo };
}
