"use client";

import { Check, CircleAlert, CircleX, Lightbulb } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ActionForm, SubmitButton, TextAreaField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { Mode } from "@/lib/account-scope";
import type { SignatureExplanation } from "@/lib/webhooks/explain-signature";

const LOOKS = {
  good: { icon: Check, color: "text-delivered" },
  warn: { icon: CircleAlert, color: "text-late" },
  bad: { icon: CircleX, color: "text-bad" },
  cause: { icon: Lightbulb, color: "text-link" },
} as const;

const VERDICT_SIGNS = { right: "good", right_then: "warn", wrong: "bad" } as const;

export function SignatureCheck(props: { id: string; mode: Mode; check: FormAction<SignatureExplanation> }) {
  const { id, mode, check } = props;
  const t = useTranslations("webhooks.check");
  const fields = { headers: t("headers"), body: t("body") };
  return (
    <ActionForm
      action={check}
      hidden={{ id, mode }}
      fields={fields}
      done={({ result }) => (result === null ? null : <Explanation {...result} />)}
    >
      <div className="space-y-4">
        <TextAreaField name="headers" label={fields.headers} hint={t("headers_hint")} rows={4} isCode />
        <TextAreaField name="body" label={fields.body} hint={t("body_hint")} rows={8} isCode />
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function Explanation({ verdict, findings, sentAt, checkedAt }: SignatureExplanation) {
  const t = useTranslations("webhooks.check");
  const format = useFormatter();
  const when = sentAt === null ? "" : format.relativeTime(sentAt, checkedAt);
  const { icon: VerdictIcon, color } = LOOKS[VERDICT_SIGNS[verdict]];
  return (
    <div className="mt-6 border-t border-line pt-5">
      <p className={`flex items-start gap-2 font-semibold ${color}`}>
        <VerdictIcon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {t(`verdict.${verdict}`)}
      </p>
      <ul className="mt-4 space-y-3 text-sm">
        {findings.map(({ code, sign, values }) => {
          const { icon: Icon, color: signColor } = LOOKS[sign];
          return (
            <li key={code} className="flex items-start gap-2">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${signColor}`} />
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <span className={`font-medium ${signColor}`}>{t(`sign.${sign}`)}:</span>{" "}
                {t(`finding.${code}`, { ...values, when })}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
