import { describe, expect, it } from "vitest";
import {
  type Decision,
  decideSending,
  isStillTrue,
  type MessageKind,
  retryAfterMs,
  type SendingFacts,
} from "@/lib/tracking/messages/message";
import { findTextProblem, renderText } from "@/lib/tracking/messages/message-text";
import { buildProviderRequest } from "@/lib/tracking/messages/provider-request";
import { findQuietEnd } from "@/lib/tracking/messages/quiet-hours";

const NOW = new Date("2026-11-27T20:00:00.000Z");
const LATER = new Date("2026-11-28T06:00:00.000Z");
const FACTS: SendingFacts = {
  status: "in_progress",
  arrivedAt: null,
  deliveredAt: null,
  failedAt: null,
  attempts: 0,
  needsCode: true,
  isSwitchedOn: true,
  hasPhone: true,
  isOptedOut: false,
  quietUntil: null,
  isCapReached: false,
};

const decide = (kind: MessageKind, change: Partial<SendingFacts> = {}, expiresAt = LATER) =>
  decideSending({ kind, occurrence: 1, expiresAt }, { ...FACTS, ...change }, NOW);
const dropped = (reason: string) => ({ type: "drop", reason });

describe("a message", () => {
  it.each<[string, MessageKind, Partial<SendingFacts>, Decision | { type: string }]>([
    ["on its way is sent", "on_the_way", {}, { type: "send" }],
    ["on its way is dropped once delivered", "on_the_way", { deliveredAt: NOW }, dropped("late")],
    ["on its way is dropped once the courier is there", "on_the_way", { arrivedAt: NOW }, dropped("late")],
    ["about a former attempt is dropped", "near", { attempts: 1 }, dropped("late")],
    ["about a failed attempt is dropped once retried", "failed", { attempts: 1 }, dropped("late")],
    ["of a kind that is off is dropped", "near", { isSwitchedOn: false }, dropped("switched_off")],
    ["without a phone is dropped", "near", { hasPhone: false }, dropped("no_phone")],
    ["is dropped after an opt-out", "near", { isOptedOut: true }, dropped("opted_out")],
    ["is dropped over the cap", "near", { isCapReached: true }, dropped("cap")],
    ["that cannot wait is dropped in quiet hours", "near", { quietUntil: LATER }, dropped("quiet_hours")],
    [
      "with the code ignores opt-out, quiet hours and cap",
      "code",
      { isOptedOut: true, quietUntil: LATER, isCapReached: true },
      { type: "send" },
    ],
  ])("%s", (_, kind, change, expected) => {
    expect(decide(kind, change)).toEqual(expected);
  });

  it("is delayed, if it can wait, to the end of quiet hours, unless it is of no use then", () => {
    const facts = { deliveredAt: NOW, quietUntil: LATER };
    expect(decide("delivered", facts, new Date("2026-11-28T12:00:00.000Z"))).toEqual({
      type: "wait",
      until: LATER,
    });
    expect(decide("delivered", facts, LATER)).toEqual(dropped("quiet_hours"));
  });

  it("is dropped once it has expired", () => {
    expect(decide("near", {}, NOW)).toEqual(dropped("late"));
  });

  it("states only what has happened if the order is cancelled", () => {
    const cancelled = { ...FACTS, status: "cancelled" as const, failedAt: NOW, attempts: 1 };
    const kinds = (["accepted", "on_the_way", "near", "code", "failed", "window_moved"] as const).filter(
      (kind) => isStillTrue({ kind, occurrence: 1 }, cancelled),
    );
    expect(kinds).toEqual(["failed"]);
  });

  it("is tried at most five times, no sooner than the provider asks", () => {
    expect([1, 2, 3, 4, 5].map((tries) => retryAfterMs(tries, null))).toEqual([
      5_000,
      30_000,
      120_000,
      600_000,
      null,
    ]);
    expect(retryAfterMs(1, "60")).toBe(60_000);
    expect(retryAfterMs(1, "999999")).toBe(3_600_000);
  });
});

describe("quiet hours", () => {
  const night = { quietFrom: 22 * 60, quietUntil: 8 * 60 };
  it.each([
    ["2026-11-27T19:00:00.000Z", "Europe/Moscow", "2026-11-28T05:00:00.000Z"],
    ["2026-11-27T18:59:00.000Z", "Europe/Moscow", undefined],
    ["2026-11-27T02:00:00.000Z", "Europe/Moscow", "2026-11-27T05:00:00.000Z"],
    ["2026-11-27T05:00:00.000Z", "Europe/Moscow", undefined],
    ["2026-11-27T19:00:00.000Z", "Asia/Yekaterinburg", "2026-11-28T03:00:00.000Z"],
  ])("at %s in %s end at %s", (now, zone, end) => {
    expect(findQuietEnd(night, zone, new Date(now))?.toISOString()).toBe(end);
  });

  it("can lie within a day, and be none", () => {
    const noon = new Date("2026-11-27T12:30:00.000Z");
    expect(findQuietEnd({ quietFrom: 720, quietUntil: 780 }, "UTC", noon)?.toISOString()).toBe(
      "2026-11-27T13:00:00.000Z",
    );
    expect(findQuietEnd({ quietFrom: null, quietUntil: null }, "UTC", noon)).toBeNull();
  });
});

describe("the text of a message", () => {
  const values = {
    shop: "Цветы на Невском",
    window: "28 нояб. 14:20-14:50",
    link: "https://drop.example/t/abcdefghijklmnopqrstuv",
    order_code: "AB12CD",
    code: "123456",
    next: "Магазин решит, что дальше.",
  };

  it("shortens the shop's name to fit into two segments", () => {
    const text = renderText("{shop}: заказ принят. Привезём {window}. {link}", {
      ...values,
      shop: "Очень длинное название ".repeat(6),
    });
    expect(text.length).toBeLessThanOrEqual(134);
    expect(text).toMatch(/^Очень длинное.*: заказ принят. Привезём 28 нояб\. 14:20-14:50\. https:.*uv$/);
  });

  it.each([
    ["code", "{code} {link}", "message_placeholder"],
    ["near", "{shop} {code}", "message_placeholder"],
    ["near", "{address}", "message_placeholder"],
    ["code", "{shop}", "message_required"],
    ["near", "я".repeat(135), "segments"],
    ["near", "a".repeat(307), "too_long"],
    ["near", "{shop} {link}", null],
  ] as const)("of kind %s %j has the problem %s", (kind, template, problem) => {
    expect(findTextProblem(kind, template, values)).toBe(problem);
  });

  it("cannot bring other fields into the provider's request", () => {
    const provider = { url: "https://sms.example/send", headers: {} };
    const input = { phone: "+79215550101", text: 'a"},{"x":1 &to=1', link: "", order_code: "A", sender: "S" };
    const json = buildProviderRequest(
      { ...provider, method: "POST", template: '{"to":"{phone}","text":"{text}"}' },
      input,
      "key",
    );
    expect(JSON.parse(String(json.body))).toEqual({ to: input.phone, text: input.text });
    const query = buildProviderRequest({ ...provider, method: "GET", template: "t={text}" }, input, "key");
    expect([...new URL(query.url).searchParams]).toEqual([["t", input.text]]);
    expect(query.body).toBeNull();
  });
});
