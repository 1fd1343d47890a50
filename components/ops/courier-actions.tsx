"use client";

import { useTranslations } from "next-intl";
import { CourierAccessCard } from "@/components/ops/courier-access";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import { DANGER } from "@/components/ui/styles";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";

/** What an operator can do with a courier. */
export function CourierActions({
  id,
  name,
  nameId,
  isDisabled,
  isSimulated,
  hasLink,
  orderCode,
  renewLink,
  switchWork,
}: {
  id: string;
  name: string;
  nameId: string;
  isDisabled: boolean;
  isSimulated: boolean;
  hasLink: boolean;
  orderCode: string | null;
  renewLink: FormAction<CourierAccess>;
  switchWork: FormAction;
}) {
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
      {isDisabled ? (
        <ConfirmButton
          action={switchWork}
          hidden={{ id, disable: "false" }}
          label={t("enable")}
          title={t("enable_title", { name })}
          text={t("enable_text")}
          confirm={t("enable")}
          describedBy={nameId}
        />
      ) : (
        <ConfirmButton
          action={switchWork}
          hidden={{ id, disable: "true" }}
          label={t("disable")}
          title={t("disable_title", { name })}
          text={orderCode === null ? t("disable_text") : t("disable_text_order", { code: orderCode })}
          confirm={t("disable")}
          look={DANGER}
          confirmLook={DANGER}
          describedBy={nameId}
        />
      )}
    </div>
  );
}
