"use client";

import { type FormEvent, useState } from "react";
import type { PageMessages } from "@/components/tracking/page-messages";
import { postRecipientForm } from "@/components/tracking/post-recipient-form";
import type { TrackingState } from "@/components/tracking/tracking-state";

interface Props extends Pick<TrackingState, "request" | "requests" | "decisions"> {
  address: string;
  words: PageMessages["request"];
  onSent: () => void;
}

/** Plain forms, which work without scripts. A decision shows its price before the confirmation. */
export function RequestForm({ address, request, requests, decisions, words, onSent }: Props) {
  const [status, setStatus] = useState<"idle" | "sending" | "refused" | "failed">("idle");
  if (requests.length === 0 && status !== "refused") return null;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = (event.nativeEvent as SubmitEvent).submitter;
    setStatus("sending");
    const name = sent?.getAttribute("name") ?? "value";
    const outcome = await postRecipientForm(`${address}/request`, { [name]: sent?.getAttribute("value") });
    setStatus(outcome === "saved" ? "idle" : outcome);
    if (outcome !== "failed") onSent();
  };
  const form = { method: "post", action: `${address}/request`, onSubmit: send };
  const isBusy = status === "sending";
  const otherRequests = requests.filter(
    (value) => value !== request && !decisions.some((decision) => decision.value === value),
  );
  return (
    <section className="feedback" aria-labelledby="request">
      <h2 id="request">{words.title}</h2>
      <p role="status" className={request === null ? "sr-only" : undefined}>
        {request !== null && words.told.replace("{request}", () => words.values[request])}
      </p>
      {(status === "refused" || status === "failed") && <p role="alert">{words[status]}</p>}
      <div className="choices">
        {decisions.map(({ value, text, price }) => (
          <details key={value} name="decision">
            <summary className="secondary">{words.values[value]}</summary>
            <form {...form}>
              <p>{text}</p>
              <p className="price">{price}</p>
              <button type="submit" name="decision" value={value} className="primary" disabled={isBusy}>
                {words.confirm}
              </button>
            </form>
          </details>
        ))}
        {otherRequests.length > 0 && (
          <form {...form}>
            {decisions.length > 0 && <p>{words.ask}</p>}
            {otherRequests.map((value) => (
              <button
                key={value}
                type="submit"
                name="value"
                value={value}
                className="secondary"
                disabled={isBusy}
              >
                {words.values[value]}
              </button>
            ))}
          </form>
        )}
      </div>
    </section>
  );
}
