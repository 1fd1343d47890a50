"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { DateTime } from "@/components/ui/date-time";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormActions } from "@/components/ui/form-state";
import { PageZone } from "@/components/ui/page-zone";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import { PAUSE_CHOICES } from "@/lib/service-area/schema";

interface Props {
  /** The name of a zone; null for the whole service. */
  zone: string | null;
  /** In which the operator types the time and reads it. */
  timeZone: string;
  /** ISO 8601; null unless it is paused. */
  until: string | null;
  /** Whether too many orders waited. Such a pause ends by itself or with another limit. */
  isAutomatic: boolean;
  /** Open orders that the pause affects, and those of them that are not collected. */
  orders: { readonly open: number; readonly notCollected: number };
  actions: FormActions<"pause" | "resume" | "putOff">;
}

/** Pauses a zone or the whole service, ends the pause, and puts off the orders in it. */
export function PauseControl({ zone, timeZone, until, isAutomatic, orders, actions }: Props) {
  const t = useTranslations("ops.area");
  const hidden = { zone: zone ?? "" };
  if (until === null) return <PauseButton zone={zone} pause={actions.pause} />;
  return (
    <div className="mt-2 rounded-lg bg-late-tint p-3 text-sm">
      <p className="flex items-center gap-1.5 font-medium text-late">
        <Pause aria-hidden="true" className="size-4 shrink-0" />
        <PageZone value={timeZone}>
          <span>{t.rich("paused_until", { time: () => <DateTime at={until} short /> })}</span>
        </PageZone>
      </p>
      {isAutomatic && <p className="mt-1">{t("paused_automatically")}</p>}
      <p className="mt-1">{t("paused_orders", orders)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isAutomatic && (
          <ActionForm action={actions.resume} hidden={hidden}>
            <SubmitButton look={SMALL_SECONDARY}>
              <Play aria-hidden="true" className="size-4" />
              {t("resume")}
            </SubmitButton>
          </ActionForm>
        )}
        <ConfirmButton
          action={actions.putOff}
          hidden={hidden}
          isOffered={orders.notCollected > 0}
          look={SMALL_SECONDARY}
          {...confirmTexts(t, "put_off", { count: orders.notCollected })}
          result={({ subject }) => ({
            title: t("put_off_done", { count: Number(subject) }),
            body: <p className="text-sm text-soft">{t("put_off_note")}</p>,
          })}
        />
      </div>
    </div>
  );
}

function PauseButton({ zone, pause }: { zone: string | null; pause: Props["actions"]["pause"] }) {
  const t = useTranslations("ops.area");
  return (
    <ConfirmButton
      action={pause}
      hidden={{ zone: zone ?? "" }}
      fields={{ for: t("pause_for"), until: t("pause_until"), zones: zone ?? t("zones") }}
      {...confirmTexts(t, zone === null ? "pause_all" : "pause", { name: zone ?? "" })}
      look={SMALL_SECONDARY}
    >
      <SelectField name="for" label={t("pause_for")} initial={PAUSE_CHOICES[0]}>
        {PAUSE_CHOICES.map((value) => (
          <option key={value} value={value}>
            {t(`pause_choices.${value}`)}
          </option>
        ))}
      </SelectField>
      <div className="mt-4">
        <TextField
          name="until"
          label={t("pause_until")}
          hint={t("pause_until_hint")}
          inputMode="numeric"
          isOptional
        />
      </div>
    </ConfirmButton>
  );
}
