import type { BodyRule, BodyRules } from "@/lib/body-rules";
import { dateTime } from "@/lib/field";
import { checkDeliveryTime } from "@/lib/orders/create-order";
import { bodyAreaIssues, bodyLengthIssues, bodyUnusualIssues } from "@/lib/orders/trip-issues";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { getTripCheck } from "@/lib/service-area/trip-check";

// Rules beyond the schemas. They receive the body as sent, before validation.

export const getFields = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

/** Includes the unchanged stops of an edit, because only the use case knows their positions. */
export const areaIssues: BodyRule = async (body, { context }) =>
  bodyAreaIssues(body, "address.", await getServiceArea(context), context.clock.now());

/** @param isWhole false for a PATCH, which contains only some stops */
export const lengthIssues =
  (isWhole: boolean): BodyRule =>
  async (body, { context }) =>
    bodyLengthIssues(body, "address.", (await getServiceArea(context)).maxTripMeters, isWhole);

/** Lists an unusual trip while operators refuse it. */
export const unusualIssues: BodyRule = async (body, { context, scope }) =>
  bodyUnusualIssues(body, await getTripCheck(context.db), scope.mode);

export const timeIssues: BodyRule = (body, { context, sentAt = context.clock.now() }) => {
  const { delivery_time: time } = getFields(body);
  const { data: at } = dateTime.safeParse(time);
  return at === undefined ? [] : checkDeliveryTime(new Date(at), sentAt);
};

export const CREATION_RULES: BodyRules = {
  ifUnread: [areaIssues],
  unlessStored: [lengthIssues(true), unusualIssues, timeIssues],
};
