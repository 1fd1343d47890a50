import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { findKeptState, keepState } from "@/components/courier/app-store";
import { hearServiceTime } from "@/components/courier/service-clock";
import { takeState } from "@/components/ui/take-state";
import { readState, useLive } from "@/components/ui/use-live";
import type { AppState } from "@/lib/courier-app/app-state";

const STATE = "/courier/state";
const POLL_MS = 15_000;
const POLL_HIDDEN_MS = 60_000;

/** The service's latest state. */
export interface Followed {
  /** Undefined until known; null once the link is no longer valid. */
  readonly state: AppState | null | undefined;
  readonly isConnected: boolean;
  /** Whether the state is unknown and loading it failed. */
  readonly isLost: boolean;
  /** Applies what a response says before the stream reports it. */
  put(change: (state: AppState) => AppState): void;
  /** Asks for the state again. */
  reload(): void;
  signOut(): void;
}

const read = (answer: Response): Promise<AppState | null> =>
  answer.status === 401 ? Promise.resolve(null) : readState(answer);

/** Follows the courier's state on the service, and keeps the latest copy on their phone. */
export function useCourierApp(initial: AppState | null): Followed {
  const client = useQueryClient();
  const { data: state, connection } = useLive<AppState | null | undefined>(
    { state: STATE, events: "/courier/events" },
    initial ?? undefined,
    {
      pollMs: POLL_MS,
      hiddenPollMs: POLL_HIDDEN_MS,
      isOver: (known) => known === null,
      read,
      onWord: hearServiceTime,
    },
  );

  useEffect(() => {
    if (initial !== null) return;
    void findKeptState().then((kept) => {
      if (kept !== null && client.getQueryData([STATE]) === undefined) client.setQueryData([STATE], kept);
    });
  }, [client, initial]);

  useEffect(() => {
    if (state !== undefined) void keepState(state);
  }, [state]);

  const isOnline = useIsOnline();
  return {
    state,
    isConnected: isOnline && connection !== "lost",
    isLost: state === undefined && (connection === "lost" || !isOnline),
    put: useCallback(
      (change) => {
        const known = client.getQueryData<AppState | null>([STATE]);
        if (known) takeState(client, [STATE], change(known));
      },
      [client],
    ),
    reload: useCallback(() => void client.refetchQueries({ queryKey: [STATE] }), [client]),
    signOut: useCallback(() => takeState(client, [STATE], null), [client]),
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener("online", onChange);
      window.addEventListener("offline", onChange);
      return () => {
        window.removeEventListener("online", onChange);
        window.removeEventListener("offline", onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
