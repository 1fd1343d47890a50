const TIMEOUT_MS = 15_000;
/** Enough for a photo of 300 KB on a slow mobile network. */
const PICTURE_TIMEOUT_MS = 90_000;

export interface SendResponse {
  readonly status: number | null;
  readonly data: unknown;
  /** Null on success, and for a response without an error id. */
  readonly errorId: string | null;
}

export function sendJson(path: string, body: unknown): Promise<SendResponse> {
  return send(path, JSON.stringify(body), "application/json", TIMEOUT_MS);
}

export function sendPicture(path: string, picture: Blob): Promise<SendResponse> {
  return send(path, picture, picture.type, PICTURE_TIMEOUT_MS);
}

async function send(
  path: string,
  body: string | Blob,
  type: string,
  timeoutMs: number,
): Promise<SendResponse> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body, signal });
    const { status } = answer;
    if (status === 200) return { status, data: await answer.json(), errorId: null };
    const refusal: { error?: { id?: string } } = status === 409 ? await answer.json() : {};
    return { status, data: null, errorId: refusal.error?.id ?? null };
  } catch {
    return { status: null, data: null, errorId: null };
  }
}
