import { formatRubles } from "@/components/tracking/format";
import type { FormatContext } from "@/components/tracking/format-context";
import type { RecipientRequest } from "@/lib/orders/order";
import type { TrackingView } from "@/lib/tracking/tracking-view";

/** What the recipient has said, may say, and may be told. */
export interface RecipientState {
  readonly note: { readonly text: string; readonly isSeen: boolean } | null;
  readonly canNote: boolean;
  /** What they ask for after a failed attempt, and what they may ask for. */
  readonly request: RecipientRequest | null;
  readonly requests: readonly RecipientRequest[];
  /** Those of them that they decide themselves: what follows, and what it costs. */
  readonly decisions: readonly {
    readonly value: RecipientRequest;
    readonly text: string;
    readonly price: string;
  }[];
  readonly feedback: { readonly value: "fine" | "problem"; readonly text: string | null } | null;
  readonly canFeedback: boolean;
  /** The key that browsers subscribe with; null when nothing is left to tell. */
  readonly push: { readonly publicKey: string } | null;
  readonly hasCalendar: boolean;
}

/** @param pushKey null where nobody can be told */
export function toRecipientState(
  view: TrackingView,
  telling: FormatContext,
  pushKey: string | null,
): RecipientState {
  const { note, canNote, request, requests, feedback, canFeedback, canBeTold, planned } = view;
  const push = canBeTold && pushKey !== null ? { publicKey: pushKey } : null;
  return {
    note,
    canNote,
    request,
    requests,
    decisions: toDecisions(view, telling),
    feedback,
    canFeedback,
    push,
    hasCalendar: planned !== null,
  };
}

function toDecisions(
  { decisions, isAfterOthers, waiting }: TrackingView,
  { t, locale }: FormatContext,
): RecipientState["decisions"] {
  const free = t("request.free", { amount: formatRubles(0, locale) });
  const retry = {
    text: t(isAfterOthers ? "request.after_others" : "request.now"),
    price:
      waiting === null
        ? free
        : t("request.waiting", {
            amount: formatRubles(0, locale),
            minute: formatRubles(waiting.perMinute, locale),
            minutes: waiting.freeMinutes,
          }),
  };
  const leave = { text: t("request.at_door"), price: free };
  return decisions.map((value) => ({ value, ...(value === "leave" ? leave : retry) }));
}
