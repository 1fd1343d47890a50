import { formatRubles } from "@/components/tracking/format";
import type { FormatContext } from "@/components/tracking/format-context";
import type { RecipientRequest } from "@/lib/orders/order";
import type { TrackingView } from "@/lib/tracking/tracking-view";

export interface RecipientState {
  readonly note: { readonly text: string; readonly isSeen: boolean } | null;
  readonly canNote: boolean;
  /** Requests after a failed attempt. */
  readonly request: RecipientRequest | null;
  readonly requests: readonly RecipientRequest[];
  /** Requests that take effect without the shop, with their price. */
  readonly decisions: readonly {
    readonly value: RecipientRequest;
    readonly text: string;
    readonly price: string;
  }[];
  readonly feedback: { readonly value: "fine" | "problem"; readonly text: string | null } | null;
  readonly canFeedback: boolean;
  /** Null when no notification is left to send. */
  readonly push: { readonly publicKey: string } | null;
  readonly hasCalendar: boolean;
}

/** @param pushKey null without push */
export function toRecipientState(
  view: TrackingView,
  telling: FormatContext,
  pushKey: string | null,
): RecipientState {
  const { note, canNote, request, requests, feedback, canFeedback, canSubscribe, planned } = view;
  const push = canSubscribe && pushKey !== null ? { publicKey: pushKey } : null;
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
