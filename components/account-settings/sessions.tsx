"use client";

import { Laptop, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-state";
import { DateTime } from "@/components/ui/moment";
import type { Device } from "@/lib/accounts/device";
import type { SignInMethod } from "@/lib/accounts/session";

export interface SessionView {
  readonly id: string;
  readonly device: Device;
  readonly network: string;
  readonly usedAt: string;
  readonly wayIn: SignInMethod;
  readonly isOwn: boolean;
}

const HAND_HELD = ["iPhone", "iPad", "Android"];

export function SessionList(props: {
  sessions: readonly SessionView[];
  end: FormAction;
  endOthers: FormAction;
}) {
  const { sessions, end, endOthers } = props;
  const t = useTranslations("people.security");
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {sessions.map(({ id, device, network, usedAt, wayIn, isOwn }) => {
          const name = [device.browser, device.system].filter((one) => one !== null).join(" · ");
          const Icon = HAND_HELD.includes(device.system ?? "") ? Smartphone : Laptop;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
              <Icon aria-hidden="true" className="size-5 flex-none text-soft" />
              <div className="min-w-0 flex-1 basis-48">
                <p id={`session-${id}`} className="font-medium">
                  {name === "" ? t("unknown_device") : name}
                </p>
                <p className="mt-0.5 text-xs text-soft">
                  {isOwn ? (
                    t("this")
                  ) : (
                    <>
                      {t("used")} <DateTime at={usedAt} />
                    </>
                  )}
                  {" · "}
                  <span className="break-all">{network}</span>
                  {" · "}
                  {t(`way.${wayIn}`)}
                </p>
              </div>
              {!isOwn && (
                <ConfirmButton
                  action={end}
                  hidden={{ id }}
                  label={t("end")}
                  title={t("end_title")}
                  text={t("end_text")}
                  isDangerous
                  describedBy={`session-${id}`}
                />
              )}
            </li>
          );
        })}
      </ul>
      {sessions.some(({ isOwn }) => !isOwn) && (
        <div className="mt-6">
          <ConfirmButton
            action={endOthers}
            hidden={{}}
            label={t("end_others")}
            title={t("end_others_title")}
            text={t("end_others_text")}
          />
        </div>
      )}
    </>
  );
}
