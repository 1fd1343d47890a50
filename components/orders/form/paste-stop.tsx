"use client";

import { ClipboardPaste } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { openModal } from "@/components/ui/open-modal";
import { GHOST, INPUT, PRIMARY, SECONDARY } from "@/components/ui/styles";

export function PasteStop({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations("delivery.paste");
  const { phoneCountry, countries } = useAddressLookup();
  const home = countries.find(({ country }) => country === phoneCountry);
  const tForm = useTranslations("ui.form");
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    dialog.current?.close();
    onText(text.trim());
    setText("");
  };
  return (
    <>
      <button type="button" onClick={() => openModal(dialog.current)} className={`${GHOST} px-2.5`}>
        <ClipboardPaste aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{t("open")}</span>
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="paste-title"
        className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
      >
        <form onSubmit={submit}>
          <h2 id="paste-title" className="type-heading">
            {t("open")}
          </h2>
          <label htmlFor="paste-text" className="mt-1 mb-3 block text-sm text-soft">
            {t("text")}
          </label>
          <textarea
            id="paste-text"
            rows={4}
            value={text}
            placeholder={t("example", { code: home?.callingCode ?? "" })}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT} py-2`}
          />
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <button type="button" onClick={() => dialog.current?.close()} className={SECONDARY}>
              {tForm("back")}
            </button>
            <button type="submit" className={PRIMARY}>
              {t("take")}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
