"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Glyph } from "@/components/tracking/icon";
import type { PageMessages } from "@/components/tracking/page-messages";
import { postRecipientForm } from "@/components/tracking/post-recipient-form";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { NOTE_LENGTH } from "@/lib/orders/feedback/limits";

const MESSAGE =
  "M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2zM7 11h10M7 15h6M7 7h8";
const CHEVRON = "m9 18 6-6-6-6";

interface Props {
  address: string;
  action?: "note" | "reply";
  note: TrackingState["note"];
  words: PageMessages["note"];
  onSaved: () => void;
}

export function NoteForm({ address, action = "note", note: known, words, onSaved }: Props) {
  // The submitted note, until the page receives it.
  const [sent, setSent] = useState<{ readonly text: string } | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const [status, setStatus] = useState<"idle" | "sending" | "failed">("idle");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed or read note resets the form.
  useEffect(() => setSent(null), [known?.text, known?.isSeen]);
  const fresh = sent === null || sent.text === "" ? null : { text: sent.text, isSeen: false };
  const note = sent === null ? known : fresh;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isRemoved = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "text";
    const text = isRemoved ? "" : String(new FormData(event.currentTarget).get("text") ?? "").trim();
    setStatus("sending");
    const isSaved = (await postRecipientForm(`${address}/${action}`, { text })) === "saved";
    setStatus(isSaved ? "idle" : "failed");
    if (!isSaved) return;
    if (fold.current !== null) fold.current.open = false;
    setSent({ text });
    onSaved();
  };

  return (
    <details ref={fold} className="note">
      <summary>
        <Glyph path={MESSAGE} />
        <span>
          {words.title}
          <small>{note === null ? words.empty : note.text}</small>
          {note !== null && <small role="status">{note.isSeen ? words.seen : words.unseen}</small>}
        </span>
        <Glyph path={CHEVRON} />
      </summary>
      <form method="post" action={`${address}/${action}`} onSubmit={send}>
        <label htmlFor={action}>{words.label}</label>
        <textarea
          id={action}
          name="text"
          rows={3}
          maxLength={NOTE_LENGTH}
          defaultValue={note?.text}
          key={note?.text}
          required={note === null}
        />
        {status === "failed" && <p role="alert">{words.failed}</p>}
        <div className="pair">
          <button type="submit" className="primary" disabled={status === "sending"}>
            {words.save}
          </button>
          {note !== null && action === "note" && (
            <button type="submit" name="text" value="" className="secondary" disabled={status === "sending"}>
              {words.remove}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

/** The courier's messages with the replies to them. */
export function Conversation(props: {
  address: string;
  messages: TrackingState["messages"];
  words: Pick<PageMessages, "messages" | "note">;
  onSaved: () => void;
}) {
  const { address, messages, words, onSaved } = props;
  const { heading, courier, you, ...reply } = words.messages;
  return (
    <section className="block messages" aria-labelledby="messages">
      <h2 id="messages">{heading}</h2>
      <ul aria-live="polite">
        {messages.map(({ id, isFromCourier, text, at, time }) => (
          <li key={id} data-own={!isFromCourier}>
            <p>{text}</p>
            <small>
              {isFromCourier ? courier : you} · <time dateTime={at}>{time}</time>
            </small>
          </li>
        ))}
      </ul>
      <NoteForm
        // The next reply starts with an empty form.
        key={messages.findLast(({ isFromCourier }) => !isFromCourier)?.id}
        address={address}
        action="reply"
        note={null}
        words={{ ...words.note, ...reply }}
        onSaved={onSaved}
      />
    </section>
  );
}
