"use client";

import { useState } from "react";
import { callApi } from "@/components/docs/call-api";
import { LanguageTabs } from "@/components/docs/language-tabs";
import { TryAnswer } from "@/components/docs/try-answer";
import { TryPanel } from "@/components/docs/try-panel";
import { filled, openDraft, readBody } from "@/components/docs/try-state";
import { endsOf, type Tried, type TryReader, type TryRefusal } from "@/components/docs/try-types";
import type { NewSecret } from "@/components/keys/key-secret";
import type { FormAction } from "@/components/ui/form-state";
import type { ExamplePlace } from "@/lib/reference/example-places";
import type { LanguageId } from "@/lib/reference/samples";
import type { AnswerExample, TryForm } from "@/lib/reference/try-form";

export interface OperationCodeProps {
  readonly operationId: string;
  readonly method: string;
  readonly prefix: string;
  readonly url: string;
  readonly path: string;
  readonly form: TryForm;
  readonly places: readonly ExamplePlace[];
  readonly answers: readonly AnswerExample[];
  readonly reader: TryReader;
  readonly language: LanguageId;
  readonly makeKey: FormAction<NewSecret>;
}

export function OperationCode(props: OperationCodeProps) {
  const { operationId, method, prefix, url, form, places, answers, reader, language } = props;
  const [draft, setDraft] = useState(() => openDraft(form));
  const [tried, setTried] = useState<Tried | null>(null);
  const [refusal, setRefusal] = useState<TryRefusal | null>(null);
  const [isSending, setSending] = useState(false);

  const externalOrderId = draft.values.external_order_id ?? "";
  const query = filled(draft, form.inputs, "query");
  const headers = filled(draft, form.inputs, "header");
  const search = new URLSearchParams(query).toString();
  const body = draft.body === null || draft.body.trim() === "" ? undefined : readBody(draft.body);
  const request = {
    method,
    url:
      url.replace("{external_order_id}", encodeURIComponent(externalOrderId)) +
      (search === "" ? "" : `?${search}`),
    headers,
    keyEnds: reader.kind === "ready" ? endsOf(reader) : null,
    ...(body === undefined ? {} : { body }),
  };

  const send = async () => {
    if (isSending) return;
    setSending(true);
    setRefusal(null);
    const text = draft.body?.trim() === "" ? null : draft.body;
    const came = await callApi({ operationId, prefix, externalOrderId, query, headers, body: text });
    if (typeof came === "string") setRefusal(came);
    else setTried(came);
    setSending(false);
  };

  return (
    <div className="flex flex-col gap-3">
      <LanguageTabs request={request} initial={language} />
      <TryPanel
        {...props}
        draft={draft}
        onChange={setDraft}
        onSend={send}
        isSending={isSending}
        refusal={refusal}
        places={places}
      />
      <TryAnswer answers={answers} tried={tried} />
    </div>
  );
}
