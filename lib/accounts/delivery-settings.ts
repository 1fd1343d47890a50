import type { Account } from "@/lib/db/generated/client";

/** How long an account keeps proofs, in days, at least and at most. */
export const PROOF_DAYS = { min: 1, max: 3650 } as const;

/** How long a courier waits at a dropoff before nobody is said to come, in minutes. */
export const WAITING_MINUTES = { min: 0, max: 120 } as const;

/** How long an account has to say what becomes of goods, in minutes. */
export const ANSWER_MINUTES = { min: 1, max: 1440 } as const;

/** What happens to goods about which nobody has answered in that time. */
export const UNANSWERED_ACTIONS = ["return", "leave"] as const;

/** What an account has settled about handing over: which proof, how long it is kept, and what if it does not work. */
export type DeliverySettings = Pick<
  Account,
  | "proofPhoto"
  | "proofCode"
  | "proofSignature"
  | "proofDays"
  | "waitingMinutes"
  | "answerMinutes"
  | "unansweredAction"
  | "recipientDecides"
>;

/** An account's delivery settings alone, as a page may have them. */
export function deliverySettingsOf(account: Account): DeliverySettings {
  const {
    proofPhoto,
    proofCode,
    proofSignature,
    proofDays,
    waitingMinutes,
    answerMinutes,
    unansweredAction,
    recipientDecides,
  } = account;
  return {
    proofPhoto,
    proofCode,
    proofSignature,
    proofDays,
    waitingMinutes,
    answerMinutes,
    unansweredAction,
    recipientDecides,
  };
}
