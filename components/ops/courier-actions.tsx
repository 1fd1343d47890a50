"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { CopyField } from "@/components/ui/copy-field";
import { TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";

interface Props {
  id: string;
  name: string;
  nameId: string;
  isDisabled: boolean;
  isSimulated: boolean;
  hasLink: boolean;
  orderCode: string | null;
  renewLink: FormAction<CourierAccess>;
  switchWork: FormAction;
}

export function CourierActions(props: Props) {
  const { id, name, nameId, isDisabled, isSimulated, hasLink, orderCode, renewLink, switchWork } = props;
  const t = useTranslations("ops.couriers");
  return (
    <div className="flex flex-wrap gap-2 md:w-72 md:justify-end">
      {!isSimulated && !isDisabled && (
        <ConfirmButton
          action={renewLink}
          hidden={{ id }}
          {...confirmTexts(t, "link", { name })}
          {...(hasLink ? { text: t("link_text_again") } : {})}
          confirm={t("link_confirm")}
          describedBy={nameId}
          result={({ result }) => ({
            title: t("link_done", { name }),
            body: result === null ? null : <CourierAccessCard access={result} />,
          })}
        />
      )}
      <ConfirmButton
        action={switchWork}
        hidden={{ id, disable: String(!isDisabled) }}
        {...confirmTexts(t, isDisabled ? "enable" : "disable", { name })}
        {...(isDisabled || orderCode === null ? {} : { text: t("disable_text_order", { code: orderCode }) })}
        isDangerous={!isDisabled}
        describedBy={nameId}
      />
    </div>
  );
}

interface CourierCashProps {
  id: string;
  name: string;
  /** The id of the element that names the courier. */
  nameId: string;
  /** In RUB. */
  balance: string;
  issue: FormAction;
  takeIn: FormAction;
}

export function CourierCash({ id, name, nameId, balance, issue, takeIn }: CourierCashProps) {
  const t = useTranslations("ops.cash");
  const input = { hidden: { id }, fields: { amount: t("amount") }, describedBy: nameId };
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton action={issue} {...input} {...confirmTexts(t, "issue", { name })}>
        <TextField name="amount" label={t("amount")} inputMode="decimal" suffix="₽" />
      </ConfirmButton>
      {Number(balance) > 0 && (
        <ConfirmButton action={takeIn} {...input} {...confirmTexts(t, "take_in", { name })}>
          <TextField name="amount" label={t("amount")} initial={balance} inputMode="decimal" suffix="₽" />
        </ConfirmButton>
      )}
    </div>
  );
}

export function CourierAccessCard({ access }: { access: CourierAccess }) {
  const t = useTranslations("ops.access");
  return (
    <div>
      <p className="text-sm">{t("once")}</p>
      <dl className="mt-4 space-y-4">
        <CopyField label={t("link")} value={access.link} />
        <CopyField label={t("tracker_url")} value={access.trackerUrl} />
        <CopyField label={t("device_token")} value={access.deviceToken} />
      </dl>
    </div>
  );
}
