import { documentedOperation, resolveSchema } from "@/app/(site)/docs/fields";
import type { JsonSchema } from "@/app/v1/documented-operation";
import { errorExample } from "@/lib/api/errors";
import { exampleBatch, exampleOrderBody, exampleQuoteBody } from "@/lib/api/examples";
import type { Operation } from "@/lib/api/operation";
import { type ExamplePlace, getDoorIndex } from "@/lib/docs/example-places";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import { translateSample } from "@/lib/docs/translate-sample";
import type { ResponseExample, TryForm, TryInput } from "@/lib/docs/try-form";
import { type Prefix, toApiError } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";

const PLACES = ["pickup", "dropoffs"];

interface TryContext {
  readonly orderId: string;
  readonly places: readonly ExamplePlace[];
  readonly town: SampleTown | null;
  readonly locale: Locale;
}

/** Builds inputs for the parameters and required body fields, filled with example values from the served city. */
export function tryForm(
  operation: Operation,
  prefix: Prefix,
  { orderId, places, town, locale }: TryContext,
): TryForm {
  const documented = documentedOperation(operation.method, `/v1/${prefix}${operation.path}`);
  const example = translateExample(locale, placeSample(bodyExample(operation, orderId, places), town));
  const schema = resolveSchema(documented.requestBody?.content["application/json"]?.schema ?? {});
  const [shop] = places;
  const parameterExamples: Readonly<Record<string, string>> = {
    external_order_id: orderId,
    batch_id: exampleBatch.batch_id,
    query: shop === undefined ? "" : `${shop.street} ${shop.building}`,
    latitude: String(shop?.latitude ?? ""),
    longitude: String(shop?.longitude ?? ""),
  };
  const single = (documented.parameters ?? []).filter(({ style }) => style !== "deepObject");
  const parameters = single.map(
    (parameter): TryInput => ({
      in: parameter.in,
      name: parameter.name,
      ...getInputKind(resolveSchema(parameter.schema)),
      isRequired: parameter.required === true,
      value:
        parameter.required === true
          ? (parameterExamples[parameter.name] ?? String(parameter.schema.default ?? ""))
          : "",
    }),
  );
  const typed = (schema.required ?? []).filter(
    (name) => PLACES.includes(name) || resolveSchema(schema.properties?.[name] ?? {}).type !== "array",
  );
  const fields = typed.map((name): TryInput => {
    const isPlace = PLACES.includes(name);
    const value = (example as Readonly<Record<string, unknown>> | null)?.[name];
    return {
      in: "body",
      name: name === "dropoffs" ? "dropoffs.0" : name,
      ...(isPlace
        ? { kind: "place" as const, options: [] }
        : getInputKind(resolveSchema(schema.properties?.[name] ?? {}))),
      isRequired: true,
      value: isPlace ? (name === "pickup" ? "0" : String(getDoorIndex(places))) : String(value ?? ""),
    };
  });
  return { inputs: [...parameters, ...fields], body: example };
}

function getInputKind(schema: JsonSchema): Pick<TryInput, "kind" | "options"> {
  if (schema.enum !== undefined) return { kind: "choice", options: schema.enum.map(String) };
  return { kind: schema.type === "number" || schema.type === "integer" ? "number" : "text", options: [] };
}

function bodyExample(operation: Operation, orderId: string, places: readonly ExamplePlace[]): unknown {
  const example = operation.examples?.body;
  if (operation.body === undefined) return null;
  const [shop, door] = [places[0], places[getDoorIndex(places)]];
  if (shop === undefined || door === undefined) return example ?? {};
  if (example === exampleOrderBody) return orderExample(orderId, shop, door);
  if (example === exampleQuoteBody) {
    return { pickup: toPoint(shop), dropoffs: [toPoint(door)], cargo_size: exampleQuoteBody.cargo_size };
  }
  return example ?? {};
}

const translateExample = (locale: Locale, example: unknown): unknown =>
  JSON.parse(translateSample(locale, JSON.stringify(example ?? null)));

const toPoint = ({ latitude, longitude }: ExamplePlace) => ({ latitude, longitude });

function orderExample(orderId: string, shop: ExamplePlace, door: ExamplePlace) {
  const { pickup, dropoffs, ...rest } = exampleOrderBody;
  return {
    ...rest,
    external_order_id: orderId,
    pickup: { ...pickup, address: { ...shop, instructions: pickup.address.instructions } },
    dropoffs: dropoffs.map(({ address: { apartment, entrance, floor, intercom }, ...dropoff }) => ({
      address: { ...door, apartment, entrance, floor, intercom },
      ...dropoff,
    })),
  };
}

export function responseExamples(
  operation: Operation,
  prefix: Prefix,
  { locale, town }: Pick<TryContext, "locale" | "town">,
): ResponseExample[] {
  const successes = Object.entries(operation.responses).map(([status, { example }]) => ({
    status: Number(status),
    body: translateExample(locale, placeSample({ success: true, data: example }, town)),
  }));
  const refusals = new Map<number, unknown>();
  for (const code of operation.errors) {
    const { status } = toApiError(code, prefix);
    if (status !== 413 && !refusals.has(status)) refusals.set(status, errorExample(code, prefix));
  }
  const own = [...refusals].map(([status, body]) => ({ status, body }));
  return [...successes.sort((a, b) => b.status - a.status), ...own.sort((a, b) => a.status - b.status)];
}
