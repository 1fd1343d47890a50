import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { findKeptState, keepState } from "@/components/courier/phone-store";
import { followStream } from "@/components/ui/follow-stream";
import type { AppState } from "@/lib/courier-app/app-state";

const KEY = ["phone-state"];
const POLL_MS = 15_000;
// A stream can be dead without the browser knowing.
const POLL_BESIDE_STREAM_MS = 60_000;

/** What the service said last. */
export interface Followed {
  /** Undefined while nothing is known; null when the link is no longer valid. */
  readonly state: AppState | null | undefined;
  readonly isConnected: boolean;
  /** Whether nothing is known and asking has failed. */
  readonly isLost: boolean;
  /** Puts in what an answer says before the service tells it itself. */
  put(change: (state: AppState) => AppState): void;
  signOut(): void;
}

async function fetchState({ signal }: { signal: AbortSignal }): Promise<AppState | null> {
  const answer = await fetch("/courier/state", { signal, cache: "no-store" });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The state was answered with ${answer.status}.`);
  return answer.json();
}

/** Follows what the service has for this courier, by a stream and by asking, and keeps the latest on the phone. */
export function usePhoneState(initial: AppState | null): Followed {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const { data: state, isError } = useQuery<AppState | null>({
    queryKey: KEY,
    queryFn: fetchState,
    ...(initial === null ? {} : { initialData: initial }),
    networkMode: "always",
    refetchInterval: isLive ? POLL_BESIDE_STREAM_MS : POLL_MS,
    staleTime: 5_000,
    retry: false,
  });
  const isSignedOut = state === null;

  const write = useCallback(
    (next: AppState | null) => {
      // An answer that is still on its way is older.
      void client.cancelQueries({ queryKey: KEY });
      client.setQueryData(KEY, next);
    },
    [client],
  );

  useEffect(() => {
    if (isSignedOut) return;
    return followStream("/courier/events", {
      onState: (next) => write(next as AppState),
      onLive: setIsLive,
    });
  }, [isSignedOut, write]);

  useEffect(() => {
    if (initial !== null) return;
    void findKeptState().then((kept) => {
      if (kept !== null && client.getQueryData(KEY) === undefined) client.setQueryData(KEY, kept);
    });
  }, [client, initial]);

  useEffect(() => {
    if (state !== undefined) void keepState(state);
  }, [state]);

  const isOnline = useIsOnline();
  return {
    state,
    isConnected: isOnline && (isLive || !isError),
    isLost: state === undefined && (isError || !isOnline),
    put: useCallback(
      (change) => {
        const known = client.getQueryData<AppState | null>(KEY);
        if (known) write(change(known));
      },
      [client, write],
    ),
    signOut: useCallback(() => write(null), [write]),
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
