import { isQuarantined } from "@/lib/events/data-state";
import { createSender } from "@/lib/http/create-sender";
import type { SendResult } from "@/lib/http/send-result";
import { type ClaimRunner, runClaims } from "@/lib/jobs/run-claims";
import { type MessageContext, sendMessage } from "@/lib/tracking/messages/send-message";
import { type ClaimedMessage, claimMessages, releaseMessages } from "@/lib/tracking/messages/store";

const LIMITS = { slots: 16, leaseMs: 60_000 };

/** The provider's address comes from the operator, so it may be private and without TLS. */
const POLICY = { allowHttp: true, allowPrivate: true };

export function runMessages(
  context: MessageContext,
  on: { attempt: (result: SendResult) => void; failure: (error: unknown) => void },
  limits = LIMITS,
): ClaimRunner {
  const { db } = context;
  const sender = createSender(POLICY);
  return runClaims<ClaimedMessage>({
    claim: async (_, count) =>
      count >= limits.slots || (await isQuarantined(db))
        ? []
        : claimMessages(db, { ...limits, slots: limits.slots - count }),
    run: async (message, signal) => {
      const result = await sendMessage({ ...context, sender }, message, signal);
      if (result !== null) on.attempt(result);
    },
    release: (messages) => releaseMessages(db, messages),
    close: () => sender.close(),
    onFailure: on.failure,
  });
}
