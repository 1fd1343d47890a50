"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import { CARD, DANGER, SECONDARY } from "@/components/ui/styles";
import type { SavedAddress } from "@/lib/addresses/address";

/** The addresses that an account has saved. */
export function AddressList({
  addresses,
  remove,
}: {
  addresses: readonly SavedAddress[];
  remove: FormAction;
}) {
  const t = useTranslations("delivery.addresses");
  if (addresses.length === 0) return <p className="max-w-prose text-soft">{t("empty")}</p>;
  return (
    <ul className={`${CARD} divide-y divide-line`}>
      {addresses.map(({ id, name, address, contact }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id={`name-${id}`} className="font-medium break-words">
              {name}
            </h2>
            <p className="text-sm break-words text-soft">
              {[address.area, address.street, address.building].join(", ")}
              <br />
              {[contact.value, contact.name].filter(Boolean).join(", ")}
            </p>
          </div>
          <ConfirmButton
            action={remove}
            hidden={{ id, name }}
            label={t("delete")}
            title={t("delete_title", { name })}
            text={t("delete_text")}
            confirm={t("delete")}
            look={SECONDARY}
            confirmLook={DANGER}
            describedBy={`name-${id}`}
          />
        </li>
      ))}
    </ul>
  );
}
