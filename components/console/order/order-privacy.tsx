"use client";

import { useTranslations } from "next-intl";
import { CardSection } from "@/components/ui/card-section";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { TextAreaField } from "@/components/ui/form";
import type { FormActions } from "@/components/ui/form-state";

interface Props {
  code: string;
  isOver: boolean;
  isErased: boolean;
  /** Null without a legal hold. */
  holdReason: string | null;
  actions: FormActions<"erase" | "hold" | "release">;
}

/** Buttons that erase an order's personal data or place it on legal hold. */
export function OrderPrivacy({ code, isOver, isErased, holdReason, actions }: Props) {
  const t = useTranslations("privacy");
  const hidden = { code };
  const note = isErased
    ? t("erased")
    : holdReason === null
      ? t("order_note")
      : t("held", { reason: holdReason });
  return (
    <CardSection id="privacy" heading={t("heading")} note={note} className="mt-5">
      {!isErased && (
        <div className="flex flex-wrap gap-2">
          {holdReason === null ? (
            <>
              <ConfirmButton
                action={actions.erase}
                hidden={hidden}
                {...confirmTexts(t, "erase", { code })}
                isOffered={isOver}
                isDangerous
              />
              <ConfirmButton
                action={actions.hold}
                hidden={hidden}
                fields={{ reason: t("reason") }}
                {...confirmTexts(t, "hold", { code })}
              >
                <TextAreaField name="reason" label={t("reason")} />
              </ConfirmButton>
            </>
          ) : (
            <ConfirmButton
              action={actions.release}
              hidden={hidden}
              {...confirmTexts(t, "release", { code })}
            />
          )}
        </div>
      )}
    </CardSection>
  );
}
