"use client";

import { useTranslations } from "next-intl";
import { renderSVG } from "uqr";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { CopyField } from "@/components/ui/copy-field";
import { TextField } from "@/components/ui/form";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";
import type { CourierOverview } from "@/lib/couriers/list-couriers";

interface Props {
  courier: Pick<CourierOverview, "id" | "name" | "isSimulated" | "hasLink" | "orderCode" | "disabledAt">;
  /** The id of the element that names the courier. */
  nameId: string;
  cashRubles: number;
  actions: FormActions<"issueCourierCash" | "switchCourier" | "takeCourierCash"> & {
    readonly renewLink: FormAction<CourierAccess>;
  };
}

export function CourierActions({ courier, nameId, cashRubles, actions }: Props) {
  const { id, name, isSimulated, hasLink, orderCode } = courier;
  const isDisabled = courier.disabledAt !== null;
  const t = useTranslations("ops.couriers");
  const cash = useTranslations("ops.cash");
  const input = { hidden: { id }, describedBy: nameId };
  const cashInput = { ...input, fields: { amount: cash("amount") } };
  const amount = { name: "amount", label: cash("amount"), inputMode: "decimal", suffix: "₽" } as const;
  return (
    <>
      {!isSimulated && !isDisabled && (
        <Permitted needs="service.manage_couriers">
          <ConfirmButton
            action={actions.renewLink}
            {...input}
            {...confirmTexts(t, "link", { name })}
            {...(hasLink ? { text: t("link_text_again") } : {})}
            confirm={t("link_confirm")}
            result={({ result }) => ({
              title: t("link_done", { name }),
              body: result === null ? null : <CourierAccessCard access={result} />,
            })}
          />
        </Permitted>
      )}
      {!isSimulated && (
        <Permitted needs="service.manage_cash">
          <ConfirmButton
            action={actions.issueCourierCash}
            {...cashInput}
            {...confirmTexts(cash, "issue", { name })}
          >
            <TextField {...amount} />
          </ConfirmButton>
          {cashRubles > 0 && (
            <ConfirmButton
              action={actions.takeCourierCash}
              {...cashInput}
              {...confirmTexts(cash, "take_in", { name })}
            >
              <TextField {...amount} initial={String(cashRubles)} />
            </ConfirmButton>
          )}
        </Permitted>
      )}
      <Permitted needs="service.manage_couriers">
        <ConfirmButton
          action={actions.switchCourier}
          {...input}
          hidden={{ id, disable: String(!isDisabled) }}
          {...confirmTexts(t, isDisabled ? "enable" : "disable", { name })}
          {...(isDisabled || orderCode === null
            ? {}
            : { text: t("disable_text_order", { code: orderCode }) })}
          isDangerous={!isDisabled}
        />
      </Permitted>
    </>
  );
}

export function CourierAccessCard({ access }: { access: CourierAccess }) {
  const t = useTranslations("ops.access");
  return (
    <div>
      <p className="text-sm">{t("once")}</p>
      {/* biome-ignore lint/performance/noImgElement: the picture is made here, so that the secret is in no URL. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(access.link, { ecc: "M", border: 4 }))}`}
        alt={t("qr")}
        width={192}
        height={192}
        className="mt-4 rounded-lg border border-line bg-white"
      />
      <dl className="mt-4 space-y-4">
        <CopyField label={t("link")} value={access.link} />
        <CopyField label={t("tracker_url")} value={access.trackerUrl} />
        <CopyField label={t("device_token")} value={access.deviceToken} />
      </dl>
    </div>
  );
}
