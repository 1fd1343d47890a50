"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
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
          label={t("link")}
          title={t("link_title", { name })}
          text={t(hasLink ? "link_text_again" : "link_text")}
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
        label={t(isDisabled ? "enable" : "disable")}
        title={t(isDisabled ? "enable_title" : "disable_title", { name })}
        text={
          isDisabled
            ? t("enable_text")
            : orderCode === null
              ? t("disable_text")
              : t("disable_text_order", { code: orderCode })
        }
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
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        action={issue}
        hidden={{ id }}
        fields={{ amount: t("amount") }}
        label={t("issue")}
        title={t("issue_title", { name })}
        text={t("issue_text")}
        describedBy={nameId}
      >
        <TextField name="amount" label={t("amount")} inputMode="decimal" suffix="₽" />
      </ConfirmButton>
      {Number(balance) > 0 && (
        <ConfirmButton
          action={takeIn}
          hidden={{ id }}
          fields={{ amount: t("amount") }}
          label={t("take_in")}
          title={t("take_in_title", { name })}
          text={t("take_in_text")}
          describedBy={nameId}
        >
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
