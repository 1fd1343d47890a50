"use client";

import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { BigButton, BigLink } from "@/components/courier-app/controls";
import { useLocalTime } from "@/components/courier-app/local-time";
import { PhotoField } from "@/components/courier-app/photo-field";
import { useServiceClock } from "@/components/courier-app/service-clock";
import type { useCalls } from "@/components/courier-app/use-calls";
import type { Files } from "@/components/courier-app/use-files";
import { callLink, canCall } from "@/lib/courier-app/contact-link";
import { fileIds, filesForStep, type ProofStep } from "@/lib/courier-app/proof-file";
import { canReportReason, formatStopwatch, waitingTime } from "@/lib/courier-app/waiting-time";
import {
  type CourierTask,
  type CourierTaskDropoff,
  type StepInput,
  toDropoffProgress,
} from "@/lib/orders/fulfillment/courier-task";
import { FAILURE_CODES, type FailureCode } from "@/lib/orders/order";
import { nextDropoff } from "@/lib/orders/progress";

const MAX_COMMENT_LENGTH = 1_000;

interface Props {
  readonly order: CourierTask;
  /** Counted from 0. */
  readonly dropoff: number;
  readonly place: ProofStep;
  readonly files: Files;
  readonly calls: ReturnType<typeof useCalls>;
  readonly onFail: (report: StepInput) => void;
  readonly onClose: () => void;
}

export function FailForm({ order, dropoff, place, files, calls, onFail, onClose }: Props) {
  const t = useTranslations("courier.fail");
  const [isOther, setIsOther] = useState(false);
  const [comment, setComment] = useState("");
  const field = useId();
  const stop = order.dropoffs[dropoff];
  if (stop === undefined) return null;
  const fail = (code: FailureCode) => {
    const failure = { code, comment: code === "other" ? comment.trim() : null };
    const photos = filesForStep(files.files, place).filter(({ kind }) => kind === "photo");
    onFail({ failure, calls: calls.count, ...fileIds(photos) });
  };
  return (
    <div className="mt-3 grid gap-4">
      <Waiting order={order} stop={stop} calls={calls} />
      <p className="rounded-xl bg-fill p-4 font-medium">{t(`next.${nextAfter(order, dropoff)}`)}</p>
      <Reasons
        order={order}
        stop={stop}
        isOther={isOther}
        onChoose={(code) => (code === "other" ? setIsOther(true) : fail(code))}
      />
      {isOther && (
        <>
          <div>
            <label htmlFor={field} className="font-semibold">
              {t("comment")}
            </label>
            <textarea
              id={field}
              value={comment}
              rows={3}
              maxLength={MAX_COMMENT_LENGTH}
              onChange={({ currentTarget }) => setComment(currentTarget.value)}
              className="mt-1 w-full rounded-xl border-2 border-field-line bg-surface p-3"
            />
          </div>
          <BigButton tone="action" isTall isDisabled={comment.trim() === ""} onClick={() => fail("other")}>
            {t(comment.trim() === "" ? "sayMore" : "report")}
          </BigButton>
        </>
      )}
      <PhotoField place={place} files={files} />
      <BigButton tone="quiet" onClick={onClose}>
        {t("back")}
      </BigButton>
    </div>
  );
}

function nextAfter({ dropoffs, ifUndeliverable }: CourierTask, dropoff: number) {
  if (ifUndeliverable === "leave") return "leave";
  const others = dropoffs.filter((_, index) => index !== dropoff).map(toDropoffProgress);
  const isLast = nextDropoff({ dropoffs: others }) === null;
  return `${ifUndeliverable}${isLast ? "Last" : "Later"}` as const;
}

function Waiting(props: { order: CourierTask; stop: CourierTaskDropoff; calls: Props["calls"] }) {
  const { order, stop, calls } = props;
  const { contact, arrivedAt } = stop;
  const t = useTranslations("courier.fail");
  const clock = useLocalTime();
  const now = useServiceClock();
  return (
    <div className="grid gap-3">
      {now !== null && arrivedAt !== null && (
        <p className="flex items-baseline gap-3">
          <span role="timer" className="text-4xl font-semibold tabular-nums">
            {formatStopwatch(waitingTime(order, arrivedAt, now).sinceMs)}
          </span>
          <span className="text-soft">
            {t(waitingTime(order, arrivedAt, now).isOver ? "waited" : "waiting", {
              time: clock(waitingTime(order, arrivedAt, now).until),
            })}
          </span>
        </p>
      )}
      {canCall(contact) && (
        <BigLink tone="quiet" icon={Phone} href={callLink(contact.value)} onClick={calls.add}>
          {t("call", { name: contact.name ?? contact.value, count: calls.count })}
        </BigLink>
      )}
    </div>
  );
}

function Reasons(props: {
  order: CourierTask;
  stop: CourierTaskDropoff;
  isOther: boolean;
  onChoose: (code: FailureCode) => void;
}) {
  const { order, stop, isOther, onChoose } = props;
  const t = useTranslations("courier.fail");
  const clock = useLocalTime();
  const now = useServiceClock();
  const heading = useId();
  const waiting = now === null || stop.arrivedAt === null ? null : waitingTime(order, stop.arrivedAt, now);
  const fitting = FAILURE_CODES.filter(
    (code) =>
      (code !== "code_failed" || stop.proof.code) && (code !== "payment_problem" || stop.payment !== null),
  );
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-2 font-semibold">
        {t("why")}
      </h3>
      <ul className="grid gap-2">
        {fitting.map((code) => {
          const isPossible = waiting !== null && canReportReason(code, waiting);
          return (
            <li key={code}>
              <button
                type="button"
                disabled={!isPossible}
                aria-expanded={code === "other" ? isOther : undefined}
                onClick={() => onChoose(code)}
                className="min-h-14 w-full rounded-xl bg-fill px-[min(1rem,5vw)] py-2 text-left text-[min(1em,6.4vw)]/tight active:bg-hover disabled:bg-surface disabled:inset-ring-2 disabled:inset-ring-line aria-expanded:bg-selected"
              >
                <span className={`block font-semibold ${isPossible ? "" : "text-soft"}`}>
                  {t(`reason.${code}`)}
                </span>
                {waiting !== null && !isPossible && (
                  <span className="block text-base text-soft">
                    {t("from", { time: clock(waiting.until) })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
