import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Takes a state that a stream has told. An answer that is still on its way is older, and counts no longer. */
export function takeState(client: QueryClient, queryKey: QueryKey, state: unknown): void {
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, state);
}
