/** Why sign-in failed, and how many seconds the next try has to wait. */
export interface Failure {
  readonly why: "wrong" | "passkey_refused" | "too_soon" | "unavailable";
  readonly waitSeconds: number;
}

export const UNAVAILABLE: Failure = { why: "unavailable", waitSeconds: 0 };

/** Sends a proof of who somebody is; null once they are signed in. */
export async function sendCredentials(
  proof: { email: string; password: string } | { answer: string },
): Promise<Failure | null> {
  const isPasskey = "answer" in proof;
  try {
    const token = await fetch("/api/auth/csrf", { cache: "no-store" });
    if (!token.ok) return UNAVAILABLE;
    const { csrfToken } = await token.json();
    const answer = await fetch(`/api/auth/callback/${isPasskey ? "passkey" : "credentials"}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ csrfToken, ...proof, json: "true" }),
    });
    if (answer.ok) return null;
    const waitSeconds = Number(answer.headers.get("Retry-After") ?? 0);
    if (answer.status === 429) return { why: "too_soon", waitSeconds };
    if (answer.status !== 401) return UNAVAILABLE;
    return { why: isPasskey ? "passkey_refused" : "wrong", waitSeconds };
  } catch {
    return UNAVAILABLE;
  }
}
