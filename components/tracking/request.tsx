"use client";

import { type FormEvent, useState } from "react";
import { sendWords } from "@/components/tracking/send-words";
import type { TrackingState } from "@/components/tracking/tracking-state";
import type { RecipientRequest } from "@/lib/orders/order";

export interface RequestWords {
  readonly title: string;
  readonly values: Readonly<Record<RecipientRequest, string>>;
  readonly told: string;
  readonly failed: string;
}

/** What the recipient asks of the shop after a failed attempt. A plain form, which the script keeps on the page. */
export function RequestForm({
  address,
  request,
  requests,
  words,
  onSent,
}: Pick<TrackingState, "request" | "requests"> & {
  address: string;
  words: RequestWords;
  onSent: () => void;
}) {
  const [status, setStatus] = useState<"idle" | "sending" | "failed">("idle");
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value");
    setStatus("sending");
    const isSaved = await sendWords(`${address}/request`, { value });
    setStatus(isSaved ? "idle" : "failed");
    if (isSaved) onSent();
  };
  return (
    <section className="feedback" aria-labelledby="request">
      <h2 id="request">{words.title}</h2>
      <p role="status" className={request === null ? "sr-only" : undefined}>
        {request !== null && words.told.replace("{request}", () => words.values[request])}
      </p>
      {status === "failed" && <p role="alert">{words.failed}</p>}
      <form method="post" action={`${address}/request`} onSubmit={send}>
        {requests
          .filter((value) => value !== request)
          .map((value) => (
            <button
              key={value}
              type="submit"
              name="value"
              value={value}
              className="secondary"
              disabled={status === "sending"}
            >
              {words.values[value]}
            </button>
          ))}
      </form>
    </section>
  );
}
