/** `refused`: the delivery's state no longer allows the request. */
export async function postRecipientForm(
  address: string,
  body: Readonly<Record<string, unknown>>,
): Promise<"saved" | "refused" | "failed"> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return "saved";
    return answer.status === 409 ? "refused" : "failed";
  } catch {
    return "failed";
  }
}
