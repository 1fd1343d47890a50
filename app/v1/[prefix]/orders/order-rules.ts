import { bodyAreaIssues, bodyLengthIssues } from "@/app/v1/trip-issues";
import type { BodyRule } from "@/lib/api-runtime/operation";
import { dateTime } from "@/lib/field";
import { checkDeliveryTime } from "@/lib/orders/create-order";
import { checkIndices } from "@/lib/orders/update/order-patch";
import { identifierIssues } from "@/lib/orders/update/replace-order";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { getServiceArea } from "@/lib/service-area/get-service-area";

// Rules beyond the schemas. They receive the body as sent, before validation.

const getFields = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

/** Includes the unchanged stops of an edit, because only the use case knows their positions. */
export const areaIssues: BodyRule = async (body, { context }) =>
  bodyAreaIssues(body, "address.", await getServiceArea(context), context.clock.now());

/** @param isWhole false for a PATCH, which contains only some stops */
export const lengthIssues =
  (isWhole: boolean): BodyRule =>
  async (body, { context }) =>
    bodyLengthIssues(body, "address.", (await getServiceArea(context)).maxTripMeters, isWhole);

export const timeIssues: BodyRule = (body, { context }) => {
  const { delivery_time: time } = getFields(body);
  const { data: at } = dateTime.safeParse(time);
  return at === undefined ? [] : checkDeliveryTime(new Date(at), context.clock.now());
};

/** Skips an order id that is invalid in the URL, which results in a 404. */
export const replacementIssues: BodyRule = (body, { externalOrderId }) => {
  const { external_order_id: id } = getFields(body);
  return typeof id === "string" && externalOrderId !== "" ? identifierIssues(id, externalOrderId) : [];
};

export const indexIssues: BodyRule = (body) => {
  const { dropoffs } = getFields(body);
  if (!Array.isArray(dropoffs) || dropoffs.length > MAX_DROPOFFS) return [];
  const positions = dropoffs.map((dropoff, position) => {
    const isObject = typeof dropoff === "object" && dropoff !== null;
    const { index } = getFields(dropoff);
    if (isObject && (index === undefined || typeof index === "number")) return { index };
    // The schema rejects this element. The negative index is unique, so it causes no second problem.
    return { index: -1 - position };
  });
  return checkIndices(positions, MAX_DROPOFFS);
};
