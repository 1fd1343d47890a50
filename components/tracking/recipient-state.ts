import { formatRubles, formatTime } from "@/components/tracking/format";
import type { TrackingFormat } from "@/components/tracking/tracking-format";
import type { RecipientRequest } from "@/lib/orders/order";
import type { TrackingView } from "@/lib/tracking/tracking-view";

type SharedFields = Pick<
  TrackingView,
  "note" | "canNote" | "canChooseWindow" | "request" | "requests" | "feedback" | "canFeedback"
>;

export interface RecipientState extends SharedFields {
  /** Requests that take effect without the shop, with their price. */
  readonly decisions: readonly {
    readonly value: RecipientRequest;
    readonly text: string;
    readonly price: string;
  }[];
  /** Null when no notification is left to send. */
  readonly push: { readonly publicKey: string } | null;
  readonly hasCalendar: boolean;
  readonly messages: readonly {
    readonly id: string;
    readonly isFromCourier: boolean;
    readonly text: string;
    readonly at: string;
    readonly time: string;
  }[];
}

/** @param pushKey null without push */
export function toRecipientState(
  view: TrackingView,
  telling: TrackingFormat,
  pushKey: string | null,
): RecipientState {
  const { note, canNote, request, requests, feedback, canFeedback, canSubscribe, planned, canChooseWindow } =
    view;
  const decisions = toDecisions(view, telling);
  const push = canSubscribe && pushKey !== null ? { publicKey: pushKey } : null;
  const hasCalendar = planned !== null;
  const messages = view.messages.map(({ id, isFromCourier, code, text, at }) => ({
    ...{ id, isFromCourier, at, time: formatTime(new Date(at), telling) },
    text: code === null ? text : telling.tStop(`sentence.${code}`),
  }));
  return {
    note,
    canNote,
    canChooseWindow,
    request,
    requests,
    decisions,
    feedback,
    canFeedback,
    push,
    hasCalendar,
    messages,
  };
}

function toDecisions(
  { decisions, isAfterOthers, waiting }: TrackingView,
  { t, locale }: TrackingFormat,
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
