import * as z from "zod";
import { MAX_FIXES } from "@/lib/courier-app/fix-queue";
import { DECLINE_REASONS } from "@/lib/dispatch-queue/refusal";
import { latitude, list, longitude } from "@/lib/field";
import { FAILURE_CODES } from "@/lib/orders/order";
import { MAX_DELIVERY_ATTEMPTS } from "@/lib/orders/progress";
import { PROOF_CODE } from "@/lib/orders/proof-code";
import { PROOF_KINDS } from "@/lib/proof-of-delivery/proof-file";

const MAX_DROPOFFS = 10;
const MAX_FILES = 10;
const MAX_CALLS = 99;
const MAX_COMMENT_LENGTH = 1000;
const MAX_SIGNER_LENGTH = 200;

const id = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,17}$/, { error: `must be the id of ${what}` })
    .transform(BigInt);
const orderId = id("an order");
const instant = z.iso
  .datetime({ offset: true, error: "must be an instant such as 2026-01-31T12:00:00Z" })
  .transform((text) => new Date(text));
const dropoff = z
  .int()
  .min(0)
  .max(MAX_DROPOFFS - 1);

const attempt = z
  .int()
  .min(0)
  .max(MAX_DELIVERY_ATTEMPTS - 1);

const step = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accept") }),
  z.object({ type: z.literal("arrive_at_pickup") }),
  z.object({ type: z.literal("pick_up") }),
  ...(["arrive", "hand_over", "fail"] as const).map((type) =>
    z.object({ type: z.literal(type), dropoff, attempt: attempt.optional() }),
  ),
  z.object({ type: z.literal("arrive_back") }),
  z.object({ type: z.literal("give_back") }),
  z.object({ type: z.literal("take_over") }),
]);

const failure = z
  .object({
    code: z.enum(FAILURE_CODES),
    comment: z.string().trim().max(MAX_COMMENT_LENGTH).nullable().default(null),
  })
  .refine(({ code, comment }) => code !== "other" || Boolean(comment), {
    error: "is required with the code other",
    path: ["comment"],
  });

const report = z.object({
  code: z.string().regex(PROOF_CODE, { error: "must be six digits" }).optional(),
  signerName: z.string().trim().min(1).max(MAX_SIGNER_LENGTH).optional(),
  files: z.array(z.guid()).max(MAX_FILES).optional(),
  failure: failure.optional(),
  calls: z.int().min(0).max(MAX_CALLS).optional(),
});

export const stepInput = z.object({
  orderId,
  step,
  at: instant.optional(),
  report: report.optional(),
  /** Pages of earlier releases leave it out. */
  tapId: z.string().min(1).max(64).optional(),
});
export const shiftInput = z.object({ on: z.boolean() });
export const handBackInput = z.object({ orderId, reason: z.enum(DECLINE_REASONS).optional() });
export const readInput = z.object({ upTo: id("a message") });

export const positionsInput = z.object({
  /** By the clock that timed the fixes; older loaded pages leave it out. */
  sentAt: instant.optional(),
  fixes: list(
    z.object({
      latitude,
      longitude,
      heading: z.number().min(0).max(360).nullable(),
      accuracyMeters: z.number().min(0),
      at: instant,
    }),
    { min: 1, max: MAX_FIXES },
  ),
});

export const proofQuery = z.object({
  /** Made by the phone, and the same however often it sends the file. */
  id: z.uuid({ error: "must be a UUID" }).transform((id) => id.toLowerCase()),
  order: orderId,
  /** 0 is the pickup, n is dropoff n. */
  position: z
    .string()
    .regex(/^(?:\d|10)$/, { error: "must be the number of a stop, 0 to 10" })
    .transform(Number),
  kind: z.enum(PROOF_KINDS),
  at: instant,
});
