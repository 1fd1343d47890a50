import type { ExamplePlace } from "@/lib/docs/example-places";
import type { CallResult, TryForm, TryInput } from "@/lib/docs/try-form";

export interface TryDraft {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const formatJson = (body: unknown): string => JSON.stringify(body, null, 2);

export function createDraft({ inputs, body }: TryForm): TryDraft {
  const outside = inputs.filter((input) => input.in !== "body");
  return {
    values: Object.fromEntries(outside.map(({ name, value }) => [name, value])),
    body: body === null ? null : formatJson(body),
  };
}

/** Returns undefined while the text is not JSON. */
export function readBody(text: string | null): unknown {
  try {
    return text === null || text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

export function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);
}

function withValue(body: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const isList = Array.isArray(body) || (!isObject(body) && /^\d+$/.test(name));
  const copy = isList ? [...(Array.isArray(body) ? body : [])] : { ...(isObject(body) ? body : {}) };
  const next = rest.length === 0 ? value : withValue((copy as Record<string, unknown>)[name], rest, value);
  return Object.assign(copy, { [name]: next });
}

/** A quote's stop has only coordinates, an order's has an address. */
function stopAt(stop: unknown, place: ExamplePlace): unknown {
  const { latitude, longitude } = place;
  if (!isObject(stop)) return { latitude, longitude };
  if (!isObject(stop.address)) return { ...stop, latitude, longitude };
  return { ...stop, address: { ...stop.address, ...place } };
}

export function changeInput(
  draft: TryDraft,
  input: TryInput,
  value: string,
  places: readonly ExamplePlace[],
): TryDraft {
  if (input.in !== "body") return { ...draft, values: { ...draft.values, [input.name]: value } };
  const body = readBody(draft.body);
  const place = places[Number(value)];
  const next =
    input.kind !== "place"
      ? input.kind === "number" && value !== ""
        ? Number(value)
        : value
      : place === undefined
        ? valueAt(body, input.name)
        : stopAt(valueAt(body, input.name), place);
  return { ...draft, body: formatJson(withValue(body, input.name.split("."), next)) };
}

/** The index of a suggested place; empty for a place that the user typed. */
export function getInputValue(draft: TryDraft, input: TryInput, places: readonly ExamplePlace[]): string {
  if (input.in !== "body") return draft.values[input.name] ?? "";
  const value = valueAt(readBody(draft.body), input.name);
  if (input.kind !== "place") return value === undefined ? "" : String(value);
  const stop = isObject(value) && isObject(value.address) ? value.address : value;
  if (!isObject(stop)) return "";
  const found = places.findIndex(
    ({ latitude, longitude }) => latitude === stop.latitude && longitude === stop.longitude,
  );
  return found === -1 ? "" : String(found);
}

export function listFilledInputs(draft: TryDraft, inputs: readonly TryInput[], where: TryInput["in"]) {
  return Object.fromEntries(
    inputs
      .filter((input) => input.in === where)
      .map(({ name }) => [name, draft.values[name] ?? ""])
      .filter(([, value]) => value !== ""),
  ) as Record<string, string>;
}

export async function callApi(asked: object): Promise<TryResult | TryRefusal> {
  try {
    const response = await fetch("/docs/try", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const came = (await response.json()) as TryResult & { refusal?: TryRefusal };
    return came.refusal ?? came;
  } catch {
    return "away";
  }
}

export type TryReader =
  | { readonly kind: "stranger" }
  /** The user is signed in but has no working test key. */
  | { readonly kind: "keyless"; readonly canMake: boolean }
  | { readonly kind: "ready"; readonly prefix: string; readonly lastFour: string };

export type TryResult = Omit<CallResult, "requestId">;

export type TryRefusal = "foreign" | "signed_out" | "no_key" | "unknown" | "away";

export const formatKeyEnds = ({ prefix, lastFour }: { prefix: string; lastFour: string }): string =>
  `${prefix}…${lastFour}`;
