const TIMEOUT_MS = 15_000;

/** The service's response. */
export interface Sent {
  /** Null when no response came. */
  readonly status: number | null;
  /** Null when the response has no JSON. */
  readonly data: unknown;
}

/** Posts JSON to one of the service's addresses. */
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
