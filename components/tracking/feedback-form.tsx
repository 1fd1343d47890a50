"use client";

import { type FormEvent, useRef, useState } from "react";
import { Glyph } from "@/components/tracking/icon";
import type { PageMessages } from "@/components/tracking/page-messages";
import { postRecipientForm } from "@/components/tracking/post-recipient-form";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { FEEDBACK_LENGTH } from "@/lib/orders/feedback/limits";

type Feedback = TrackingState["feedback"];

const THUMB =
  "M7 10v12M15 5.880 14 10h5.830a2 2 0 0 1 1.920 2.560l-2.330 8A2 2 0 0 1 17.500 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.760a2 2 0 0 0 1.790-1.110L12 2a3.130 3.130 0 0 1 3 3.880Z";
const ALERT = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 8v4M12 16h.01";

interface Props {
  address: string;
  feedback: Feedback;
  words: PageMessages["feedback"];
}

/** Plain forms, which work without scripts. A problem counts only once its description is sent. */
export function FeedbackForm({ address, feedback, words }: Props) {
  // The page is no longer live, so it keeps the submitted answer itself.
  const [said, setSaid] = useState<Feedback>(feedback);
  const [status, setStatus] = useState<"idle" | "sending" | "failed">("idle");
  const fold = useRef<HTMLDetailsElement>(null);

  const send = async (event: FormEvent<HTMLFormElement>, value: "fine" | "problem") => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text") ?? "").trim();
    setStatus("sending");
    const isSaved = (await postRecipientForm(`${address}/feedback`, { value, text })) === "saved";
    setStatus(isSaved ? "idle" : "failed");
    if (!isSaved) return;
    if (fold.current !== null) fold.current.open = false;
    setSaid({ value, text: text === "" ? null : text });
  };

  const isBusy = status === "sending";
  const form = { method: "post", action: `${address}/feedback` };
  return (
    <section className="feedback" aria-labelledby="feedback">
      <h2 id="feedback" className={said === null ? undefined : "sr-only"}>
        {words.title}
      </h2>
      <p role="status" className={said === null ? "sr-only" : undefined}>
        {said !== null && toldText(said, words)}
      </p>
      {status === "failed" && <p role="alert">{words.failed}</p>}
      <div className="pair">
        {said?.value !== "fine" && (
          <form {...form} onSubmit={(event) => send(event, "fine")}>
            <button
              type="submit"
              name="value"
              value="fine"
              className={said === null ? "primary" : "secondary"}
              disabled={isBusy}
            >
              <Glyph path={THUMB} />
              {words.fine}
            </button>
          </form>
        )}
        <details ref={fold}>
          <summary className="secondary">
            <Glyph path={ALERT} />
            {words.problem}
          </summary>
          <form {...form} onSubmit={(event) => send(event, "problem")}>
            <label htmlFor="problem">{words.label}</label>
            <textarea
              id="problem"
              name="text"
              rows={3}
              maxLength={FEEDBACK_LENGTH}
              defaultValue={said?.text ?? ""}
            />
            <button type="submit" name="value" value="problem" className="primary" disabled={isBusy}>
              {words.send}
            </button>
          </form>
        </details>
      </div>
    </section>
  );
}

function toldText({ value, text }: NonNullable<Feedback>, words: PageMessages["feedback"]): string {
  if (value === "fine") return words.thanks;
  return text === null ? words.told : words.toldText.replace("{text}", () => text);
}
