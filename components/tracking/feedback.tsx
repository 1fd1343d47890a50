"use client";

import { type FormEvent, useState } from "react";
import { Glyph } from "@/components/tracking/icon";
import { sendWords } from "@/components/tracking/send-words";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { FEEDBACK_LENGTH } from "@/lib/orders/recipient/limits";

export interface FeedbackWords {
  readonly title: string;
  readonly fine: string;
  readonly problem: string;
  readonly label: string;
  readonly send: string;
  readonly thanks: string;
  readonly told: string;
  readonly failed: string;
}

type Feedback = TrackingState["feedback"];

const THUMB =
  "M7 10v12M15 5.880 14 10h5.830a2 2 0 0 1 1.920 2.560l-2.330 8A2 2 0 0 1 17.500 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.760a2 2 0 0 0 1.790-1.110L12 2a3.130 3.130 0 0 1 3 3.880Z";
const ALERT = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 8v4M12 16h.01";

/**
 * Asks whether all is well with the delivery. A problem counts at the first tap, and can then be described. Plain forms,
 * which the script keeps on the page.
 */
export function FeedbackForm({
  address,
  feedback,
  words,
}: {
  address: string;
  feedback: Feedback;
  words: FeedbackWords;
}) {
  // The page is no longer live: what has just been said is known here first.
  const [said, setSaid] = useState<Feedback>(feedback);
  const [isDescribed, setDescribed] = useState((feedback?.text ?? null) !== null);
  const [status, setStatus] = useState<"idle" | "sending" | "failed">("idle");

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = submitter?.getAttribute("value") === "fine" ? "fine" : "problem";
    const text = value === "fine" ? "" : String(new FormData(event.currentTarget).get("text") ?? "").trim();
    setStatus("sending");
    const isSaved = await sendWords(`${address}/feedback`, { value, text });
    setStatus(isSaved ? "idle" : "failed");
    if (!isSaved) return;
    setSaid({ value, text: text === "" ? null : text });
    setDescribed(text !== "");
  };

  const isBusy = status === "sending";
  return (
    <section className="feedback" aria-labelledby="feedback">
      <h2 id="feedback">{words.title}</h2>
      <p role="status" className={said === null ? "sr-only" : undefined}>
        {said === null ? "" : said.value === "fine" ? words.thanks : words.told}
      </p>
      <form method="post" action={`${address}/feedback`} onSubmit={send}>
        {said?.value === "problem" && (
          <>
            <label htmlFor="problem">{words.label}</label>
            <textarea
              id="problem"
              name="text"
              rows={3}
              maxLength={FEEDBACK_LENGTH}
              defaultValue={said.text ?? ""}
            />
          </>
        )}
        {status === "failed" && <p role="alert">{words.failed}</p>}
        <div className="pair">
          {said?.value === "problem" ? (
            <button
              type="submit"
              name="value"
              value="problem"
              className={isDescribed ? "secondary" : "primary"}
              disabled={isBusy}
            >
              {words.send}
            </button>
          ) : (
            said === null && (
              <button type="submit" name="value" value="fine" className="primary" disabled={isBusy}>
                <Glyph path={THUMB} />
                {words.fine}
              </button>
            )
          )}
          <button
            type="submit"
            name="value"
            value={said?.value === "problem" ? "fine" : "problem"}
            className="secondary"
            disabled={isBusy}
          >
            <Glyph path={said?.value === "problem" ? THUMB : ALERT} />
            {said?.value === "problem" ? words.fine : words.problem}
          </button>
        </div>
      </form>
    </section>
  );
}
