"use client";

import { Laptop, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { CredentialRow } from "@/components/accounts/credential-row";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { DateTime } from "@/components/ui/date-time";
import type { FormAction } from "@/components/ui/form-state";
import type { Device } from "@/lib/accounts/device";
import type { listSessions } from "@/lib/accounts/list-sessions";

type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

interface SessionView extends Pick<ListedSession, "id" | "network" | "wayIn"> {
  readonly device: Device;
  readonly usedAt: string;
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
          return (
            <CredentialRow
              key={id}
              id={id}
              icon={HAND_HELD.includes(device.system ?? "") ? Smartphone : Laptop}
              name={name === "" ? t("unknown_device") : name}
              end={
                isOwn ? null : { action: end, label: t("end"), title: t("end_title"), text: t("end_text") }
              }
            >
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
            </CredentialRow>
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
