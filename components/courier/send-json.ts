const TIMEOUT_MS = 15_000;

/** Sends a body to an address of the service. @returns the status of the answer; null when none came */
export async function sendJson(path: string, body: unknown): Promise<number | null> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.status;
  } catch {
    return null;
  }
}
