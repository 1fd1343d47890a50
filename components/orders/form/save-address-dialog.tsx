"use client";

import { useTranslations } from "next-intl";
import { SaveDialog } from "@/components/orders/form/save-dialog";
import { useFieldNames } from "@/components/orders/form/use-field-names";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { StopDraft } from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import type { SavedAddress } from "@/lib/orders/saved-addresses/address";
import { ADDRESS_FIELDS, CONTACT_FIELDS } from "@/lib/orders/stop-fields";

const STOP_FIELDS = [
  ...Object.keys(ADDRESS_FIELDS).map((name) => `address.${name}`),
  ...Object.keys(CONTACT_FIELDS).map((name) => `contact.${name}`),
];

export function SaveAddressDialog(props: {
  action: FormAction<SavedAddress>;
  stop: StopDraft | null;
  onKept: (address: SavedAddress) => void;
  onClose: () => void;
}) {
  const { action, stop, onKept, onClose } = props;
  const t = useTranslations("delivery.keep");
  const { ownName } = useFieldNames();
  const fields = Object.fromEntries(STOP_FIELDS.map((name) => [name, ownName(name, stop?.contact)]));
  return (
    <SaveDialog
      id="keep-title"
      title={t("title")}
      text={t("text")}
      submit={t("save")}
      action={action}
      fields={{ name: t("name"), ...fields }}
      hidden={stop && { stop: JSON.stringify(stop) }}
      onSaved={onKept}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t("name")}
        hint={t("name_hint")}
        initial={stop ? formatStopAddress(stop) : ""}
      />
    </SaveDialog>
  );
}
