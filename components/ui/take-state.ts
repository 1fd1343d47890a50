import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Stores a state that a stream sent. A response still in flight is older, and is dropped. */
export function takeState(client: QueryClient, queryKey: QueryKey, state: unknown): void {
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, state);
}
