const TIMEOUT_MS = 15_000;

/** What the service has answered. */
export interface Sent {
  /** Null when no answer came. */
  readonly status: number | null;
  /** Null when it has none. */
  readonly data: unknown;
}

/** Sends a body to an address of the service. */
export async function sendJson(path: string, body: unknown): Promise<Sent> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, data: answer.status === 200 ? await answer.json() : null };
  } catch {
    return { status: null, data: null };
  }
}
