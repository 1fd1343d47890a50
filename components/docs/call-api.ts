import type { Tried, TryRefusal } from "@/components/docs/try-types";

export async function callApi(asked: object): Promise<Tried | TryRefusal> {
  try {
    const response = await fetch("/docs/try", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const came = (await response.json()) as Tried & { refusal?: TryRefusal };
    return came.refusal ?? came;
  } catch {
    return "away";
  }
}
