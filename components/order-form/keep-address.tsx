"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFieldNames } from "@/components/order-form/use-field-names";
import { ActionForm, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { SavedAddress } from "@/lib/addresses/address";
import type { StopDraft } from "@/lib/orders/form/draft";
import { placeText } from "@/lib/orders/form/draft-changes";
import { ADDRESS_FIELDS, CONTACT_FIELDS } from "@/lib/orders/stop-fields";

const STOP_FIELDS = [
  ...Object.keys(ADDRESS_FIELDS).map((name) => `address.${name}`),
  ...Object.keys(CONTACT_FIELDS).map((name) => `contact.${name}`),
];

/** Rendered next to the form, because forms cannot be nested. */
export function KeepAddress(props: {
  action: FormAction<SavedAddress>;
  stop: StopDraft | null;
  onKept: (address: SavedAddress) => void;
  onClose: () => void;
}) {
  const { action, stop, onKept, onClose } = props;
  const t = useTranslations("delivery.keep");
  const tForm = useTranslations("ui.form");
  const { ownName } = useFieldNames();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = stop !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keep-title"
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      <h2 id="keep-title" className="type-heading">
        {t("title")}
      </h2>
      <p className="mt-2 mb-4 text-sm text-soft">{t("text")}</p>
      {stop !== null && (
        <ActionForm
          action={action}
          hidden={{ stop: JSON.stringify(stop) }}
          fields={{
            name: t("name"),
            ...Object.fromEntries(STOP_FIELDS.map((name) => [name, ownName(name, stop.contact)])),
          }}
          onDone={({ result }) => {
            if (result !== null) onKept(result);
          }}
        >
          <TextField name="name" label={t("name")} hint={t("name_hint")} initial={placeText(stop)} />
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <button type="button" onClick={onClose} className={SECONDARY}>
              {tForm("back")}
            </button>
            <SubmitButton look={PRIMARY}>{t("save")}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </dialog>
  );
}
