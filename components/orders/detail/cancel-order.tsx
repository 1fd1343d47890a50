"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { countHandedOver, type OrderPageView } from "@/components/orders/detail/order-state";
import { WebhookLine } from "@/components/orders/detail/order-webhooks";
import { Disclosure } from "@/components/orders/detail/section";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { CodeBox } from "@/components/ui/code-box";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { useField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { INPUT, SMALL_DANGER } from "@/components/ui/styles";
import { useNow } from "@/components/ui/use-now";
import {
  CANCEL_CHOICES,
  MAX_CANCEL_COMMENT_LENGTH,
  MAX_CANCEL_REASON_LENGTH,
  OTHER_REASON,
} from "@/lib/orders/cancellation";
import type { EventResource } from "@/lib/orders/event";

/** A border aligns the button with its neighbors when it wraps. */
const LOOK = `${SMALL_DANGER} border border-line bg-surface`;

export function CancelOrder(props: { order: OrderPageView; action: FormAction; label?: string }) {
  const { order, action, label } = props;
  const t = useTranslations("order.cancel");
  const consequence = useConsequence(order);
  const fee = order.cancellationFee?.amount ?? 0;
  return (
    <ConfirmButton
      action={action}
      hidden={{ code: order.code, max_fee: String(fee) }}
      fields={{ choice: t("choice"), reason: t("reason"), comment: t("comment") }}
      isOffered={order.cancelEvent !== null}
      anchor="cancel"
      label={label ?? t("open")}
      title={t("title", { code: order.code })}
      text={consequence}
      confirm={t("confirm")}
      keep={t("keep")}
      look={LOOK}
      isDangerous
      result={({ subject }) => ({
        title: t("done_title", { code: subject }),
        body: <NotifiedEndpoints order={order} />,
      })}
    >
      {order.cancellationFee !== null && <Fee fee={order.cancellationFee} />}
      <CancelFields event={order.cancelEvent} />
    </ConfirmButton>
  );
}

function NotifiedEndpoints({ order: { webhooks, mode } }: { order: OrderPageView }) {
  const t = useTranslations("order.cancel");
  const deliveries = webhooks.filter(({ event }) => event.type === "order.cancelled");
  return (
    <>
      <p className="text-sm text-soft">{t("done")}</p>
      {deliveries.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{t("told_nobody")}</p>
      ) : (
        <ul aria-label={t("told")} className="mt-3">
          {deliveries.map((webhook) => (
            <li key={webhook.id}>
              <WebhookLine webhook={webhook} mode={mode} hasUrl />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useConsequence({ status, driver, stops }: OrderPageView): string {
  const t = useTranslations("order.cancel.consequence");
  const name = driver?.name ?? "";
  if (status === "delivered" || status === "cancelled") return t(status);
  if (driver === null) return t("nobody");
  if (status === "assigned") return t(stops[0]?.arrivedAt == null ? "assigned" : "at_pickup", { name });
  const handedOver = countHandedOver({ stops });
  const carrying = t("carrying", { name });
  return handedOver === 0
    ? carrying
    : `${carrying} ${t("partly", { count: handedOver, total: stops.length - 1 })}`;
}

function Fee({ fee: { amount, reason } }: { fee: NonNullable<OrderPageView["cancellationFee"]> }) {
  const t = useTranslations("order.cancel.fee");
  const rubles = useRubles();
  return (
    <p className={`rounded-lg px-3 py-2 text-sm ${amount > 0 ? "bg-late-tint" : "bg-fill"}`}>
      <strong className="font-semibold">
        {amount > 0 ? t("costs", { amount: rubles(amount) }) : t("free")}
      </strong>
      {amount > 0 && <span className="text-soft"> {t(`reasons.${reason}`)}</span>}
    </p>
  );
}

function CancelFields({ event }: { event: EventResource | null }) {
  const t = useTranslations("order.cancel");
  const [choice, setChoice] = useState("");
  const [reason, setReason] = useState("");
  const [comment, setComment] = useState("");
  const isOther = choice === OTHER_REASON;
  return (
    <>
      <Choices onChoose={setChoice} />
      {isOther && (
        <CountedField
          name="reason"
          label={t("reason")}
          max={MAX_CANCEL_REASON_LENGTH}
          value={reason}
          onChange={setReason}
          rows={1}
        />
      )}
      <CountedField
        name="comment"
        label={t("comment")}
        hint={t("comment_hint")}
        max={MAX_CANCEL_COMMENT_LENGTH}
        value={comment}
        onChange={setComment}
        rows={3}
      />
      {event !== null && <Preview event={event} reason={isOther ? reason : choice} comment={comment} />}
    </>
  );
}

function Choices({ onChoose }: { onChoose: (choice: string) => void }) {
  const t = useTranslations("order");
  const { id, problem, problemId, sent } = useField("choice");
  return (
    // React resets a form after its action, so the submitted values become its initial values.
    <fieldset key={sent} aria-describedby={problem === null ? undefined : problemId}>
      <legend className="mb-1 text-sm font-medium">{t("cancel.choice")}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {CANCEL_CHOICES.map((one, index) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="radio"
              name="choice"
              value={one}
              id={index === 0 ? id : undefined}
              defaultChecked={sent === one}
              onChange={() => onChoose(one)}
              className="size-5 shrink-0 accent-fir"
            />
            {t(`reasons.${one}`)}
          </label>
        ))}
      </div>
      <Problem id={problemId} text={problem} />
    </fieldset>
  );
}

interface CountedFieldProps {
  name: string;
  label: string;
  hint?: string;
  max: number;
  value: string;
  onChange: (value: string) => void;
  rows: number;
}

/** Text over the limit can be typed and is rejected, never truncated. */
function CountedField({ name, label, hint, max, value, onChange, rows }: CountedFieldProps) {
  const format = useFormatter();
  const { id, problem, problemId, hintId } = useField(name);
  const count = [...value.trim()].length;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem === null && count <= max ? undefined : true}
        aria-describedby={problem === null ? hintId : `${hintId} ${problemId}`}
        className={`${INPUT} py-2`}
      />
      <p id={hintId} className="mt-1 flex justify-between gap-4 text-xs text-soft">
        <span>{hint}</span>
        <span
          className={`shrink-0 whitespace-nowrap tabular-nums ${count > max ? "font-medium text-bad" : ""}`}
        >
          {format.number(count)} / {format.number(max)}
        </span>
      </p>
      <Problem id={problemId} text={problem} />
    </div>
  );
}

const Problem = ({ id, text }: { id: string; text: string | null }) =>
  text !== null && (
    <p id={id} className="mt-1 text-sm text-bad">
      {text}
    </p>
  );

function Preview({ event, reason, comment }: { event: EventResource; reason: string; comment: string }) {
  const t = useTranslations("order.cancel");
  const now = useNow(Date.parse(event.created_at));
  const payload: EventResource = {
    ...event,
    created_at: new Date(now).toISOString(),
    cancellation: { reason: reason.trim(), comment: comment.trim() === "" ? null : comment.trim() },
  };
  return (
    <Disclosure summary={t("preview")}>
      <p className="mb-2 text-xs text-soft">{t("preview_note")}</p>
      <CodeBox text={JSON.stringify(payload, null, 2)} label={t("preview")} />
    </Disclosure>
  );
}
