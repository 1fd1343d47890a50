import type { Clock } from "@/lib/clock";
import type { DispatchSettings, MessageProvider } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Sender } from "@/lib/http/create-sender";
import type { SendResult } from "@/lib/http/send-result";
import { sendTraced } from "@/lib/http/send-traced";
import { listLastDays } from "@/lib/locale/day";
import { toLocalTime } from "@/lib/locale/local-time";
import type { Locale } from "@/lib/locale/locale";
import { proofCode } from "@/lib/orders/proof-code";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { findZone } from "@/lib/service-area/zone";
import { toE164 } from "@/lib/to-e164";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { findExpectedArrival } from "@/lib/tracking/find-expected-arrival";
import { decideSending, retryAfterMs } from "@/lib/tracking/messages/message";
import { renderText, type TextValues } from "@/lib/tracking/messages/message-text";
import { findOptOut } from "@/lib/tracking/messages/opt-out";
import { buildProviderRequest } from "@/lib/tracking/messages/provider-request";
import { findQuietEnd } from "@/lib/tracking/messages/quiet-hours";
import {
  beginTry,
  type ClaimedMessage,
  type Composition,
  countSentToPhone,
  endMessage,
  findFacts,
  type MessageFacts,
} from "@/lib/tracking/messages/store";
import { getTemplate } from "@/lib/tracking/messages/template";
import { MESSAGES } from "@/messages/messages";

export interface MessageContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly dispatch: DispatchSettings;
  readonly publicUrl: string;
  /** Null if the operator has configured none. */
  readonly provider: MessageProvider | null;
}

const MAX_ANSWER_LENGTH = 500;

/** May send twice with the same key if the process dies. @throws the signal's reason */
export async function sendMessage(
  context: MessageContext & { readonly sender: Sender },
  message: ClaimedMessage,
  signal: AbortSignal,
): Promise<SendResult | null> {
  const { db, clock, provider, sender } = context;
  const prepared = await prepareMessage(context, message);
  if (prepared === null || provider === null) return null;
  const { written, facts, token } = prepared;
  const values = {
    phone: written.phone,
    text: written.text,
    // The page shows the address, which must not be in the same message as the code.
    link: message.kind === "code" || token === null ? "" : trackingUrl(context.publicUrl, token),
    order_code: facts.orderCode,
    sender: facts.brandName ?? facts.name,
  };
  const request = buildProviderRequest(provider, values, message.key);
  const result = await sendTraced("message attempt", message.traceparent, sender, request, signal);
  const { status, failure, response, retryAfter } = result;
  const answer = response?.slice(0, MAX_ANSWER_LENGTH) || failure;
  const afterMs = failure === null ? null : retryAfterMs(message.attempts + 1, retryAfter);
  if (afterMs === null) {
    await endMessage(db, message, { state: failure === null ? "sent" : "failed" }, { status, answer });
  } else {
    const runAt = new Date(clock.now().getTime() + afterMs);
    await endMessage(db, message, { state: "pending", runAt }, { status, answer });
  }
  return result;
}

/** Decides by the current state and fixes the text. Null if nothing is to be sent now. */
async function prepareMessage(context: MessageContext, message: ClaimedMessage) {
  const { db, clock, provider } = context;
  const now = clock.now();
  const window =
    message.text === null ? await findExpectedArrival(context, message.orderId, message.position - 1) : null;
  const area = await getServiceArea(context);
  return db.transaction(async (tx) => {
    const facts = await findFacts(tx, message);
    if (facts === null) {
      await endMessage(tx, message, { state: "dropped", reason: "late" });
      return null;
    }
    const zone = findZone(area.zones, facts)?.timeZone ?? facts.timeZone;
    const phone = message.phone ?? toE164(facts.contactValue, facts.phoneCountry);
    const [today] = listLastDays(now, zone, 1);
    const isCounted =
      message.text === null && phone !== null && message.kind !== "code" && today !== undefined;
    const sent = isCounted ? await countSentToPhone(tx, message, phone, today.from) : 0;
    const decision = decideSending(
      message,
      {
        ...facts,
        isSwitchedOn: facts.isNotified && facts.messageKinds.includes(message.kind),
        hasPhone: phone !== null && facts.contactType === "phone",
        isOptedOut: phone !== null && (await findOptOut(tx, message, phone)) !== "none",
        quietUntil: findQuietEnd(facts, zone, now),
        isCapReached: sent >= facts.messageCap,
      },
      now,
    );
    if (decision.type === "wait") {
      await endMessage(tx, message, { state: "pending", runAt: decision.until });
      return null;
    }
    if (decision.type === "drop" || phone === null) {
      const reason = decision.type === "drop" ? decision.reason : "no_phone";
      await endMessage(tx, message, { state: "dropped", reason });
      return null;
    }
    const token = facts.isSingle ? facts.trackingToken : facts.stopToken;
    const written = composeMessage(context, message, facts, { phone, token, window, zone, now });
    if (message.mode === "live" && provider === null) {
      await endMessage(tx, message, { state: "dropped", reason: "no_provider" });
      return null;
    }
    if (!(await beginTry(tx, message, written))) return null;
    if (message.mode === "live") return { written, facts, token };
    await endMessage(tx, message, { state: "recorded" });
    return null;
  });
}

/** A repeated try keeps its text. */
function composeMessage(
  { publicUrl }: MessageContext,
  message: ClaimedMessage,
  facts: MessageFacts,
  about: { phone: string; token: string | null; window: ArrivalWindow | null; zone: string; now: Date },
): Composition {
  const { phone, token, window, zone, now } = about;
  const locale = message.locale ?? facts.language;
  const values: TextValues = {
    shop: facts.brandName ?? facts.name,
    window: window === null ? "" : formatWindow(window, zone, locale, now),
    link: token === null ? "" : trackingUrl(publicUrl, token),
    order_code: facts.orderCode,
    code: token === null ? "" : proofCode(token),
    next: MESSAGES[locale].recipient.next[facts.resolution ?? "ask"],
  };
  const template = getTemplate(facts.messageTexts ?? {}, locale, message.kind);
  const text = message.text ?? renderText(template, values);
  const statesWindow = message.text === null && window !== null && template.includes("{window}");
  return { phone, locale, text, arrivesUntil: statesWindow ? window.to : null, at: now };
}

/** `14:20-14:50`, with the date on another day. A hyphen, because a dash would halve the length of a segment. */
export function formatWindow({ from, to }: ArrivalWindow, zone: string, locale: Locale, now: Date): string {
  const [start, end, today] = [from, to, now].map((at) => toLocalTime(at, zone));
  const [day = "", first] = start?.split("T") ?? [];
  const last = end?.slice(11);
  const times = first === last ? first : `${first}-${last}`;
  if (day === today?.slice(0, 10)) return String(times);
  const format = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    day: "numeric",
    month: "short",
    timeZone: zone,
  });
  return `${format.format(from)} ${times}`;
}
