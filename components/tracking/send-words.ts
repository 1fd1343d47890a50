/** Sends what the reader has said; false when the service has not taken it. */
export async function sendWords(address: string, body: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
