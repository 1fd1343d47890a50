import * as z from "zod";
import { DomainError } from "@/lib/domain-error";
import { READY_SENTENCES } from "@/lib/orders/ready-sentence";

const MAX_MESSAGES_PER_SIDE = 20;

export const storedMessages = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    isFromCourier: z.boolean(),
    /** A ready sentence, shown in the reader's language; null for own words. */
    code: z.enum(READY_SENTENCES).nullable(),
    text: z.string(),
  }),
);

/** A message between the courier and the recipient of a dropoff. */
export type StopMessage = Readonly<z.infer<typeof storedMessages>[number]>;

/** Null for a repetition. @throws DomainError STEP_NOT_POSSIBLE above the limit, and for a reply to nothing */
export function addMessage(stored: unknown, message: StopMessage): StopMessage[] | null {
  const messages = storedMessages.parse(stored ?? []);
  const { id, isFromCourier, text } = message;
  const last = messages.at(-1);
  // A browser may send its form twice.
  if (!isFromCourier && last?.isFromCourier === false && last.text === text) return null;
  if (messages.some((one) => one.id === id)) return null;
  const own = messages.filter((one) => one.isFromCourier === isFromCourier);
  const canBegin = isFromCourier || last !== undefined;
  if (!canBegin || own.length >= MAX_MESSAGES_PER_SIDE) throw new DomainError("STEP_NOT_POSSIBLE");
  return [...messages, message];
}
