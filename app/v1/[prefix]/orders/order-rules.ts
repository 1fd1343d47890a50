import type { BodyRule } from "@/lib/body-rules";
import type { FieldIssue } from "@/lib/domain-error";
import { areaIssues, getFields } from "@/lib/orders/body-rules";
import { loadOrder } from "@/lib/orders/load-order";
import { checkIndices } from "@/lib/orders/update/order-patch";
import { identifierIssues } from "@/lib/orders/update/replace-order";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

/** Skips an order id that is invalid in the URL, which results in a 404. */
export const replacementIssues: BodyRule = (body, { externalOrderId }) => {
  const { external_order_id: id } = getFields(body);
  return typeof id === "string" && externalOrderId !== "" ? identifierIssues(id, externalOrderId) : [];
};

/** Positions that no order has, or that repeat. */
export const indexIssues: BodyRule = (body) => findIndexIssues(body, MAX_DROPOFFS);

/** Positions past the last dropoff of the stored order. An unknown order is a 404 once the body is valid. */
export const storedIndexIssues: BodyRule = async (body, { context, scope, externalOrderId }) => {
  const order = await loadOrder(context.db, { scope, externalOrderId }, ["request"]);
  return order === null ? [] : findIndexIssues(body, order.details.dropoffs.length);
};

/** Places outside the area beside such a position, for which the use case stops before it looks at places. */
export const placeIssuesBesideIndices: BodyRule = async (body, at) =>
  (await storedIndexIssues(body, at)).length === 0 ? [] : areaIssues(body, at);

function findIndexIssues(body: unknown, dropoffCount: number): FieldIssue[] {
  const { dropoffs } = getFields(body);
  if (!Array.isArray(dropoffs) || dropoffs.length > MAX_DROPOFFS) return [];
  const positions = dropoffs.map((dropoff, position) => {
    const isObject = typeof dropoff === "object" && dropoff !== null;
    const { index } = getFields(dropoff);
    if (isObject && (index === undefined || typeof index === "number")) return { index };
    // The schema rejects this element. The negative index is unique, so it causes no second problem.
    return { index: -1 - position };
  });
  return checkIndices(positions, dropoffCount);
}
