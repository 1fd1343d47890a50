"use client";

import { useTranslations } from "next-intl";
import { CourierAccessCard } from "@/components/ops/courier-access";
import { ConfirmButton } from "@/components/ui/confirm";
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
