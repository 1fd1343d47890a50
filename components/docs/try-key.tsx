"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { NewSecret } from "@/components/keys/key-secret";
import { CopyField } from "@/components/ui/copy-field";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

/** Makes the account's first test key without leaving the page, and shows it once. */
export function TryKey({
  makeKey,
  isOffered,
}: {
  makeKey: FormAction<NewSecret>;
  /** Whether the account has none yet. A key that was just made stays in sight whatever the page has learnt since. */
  isOffered: boolean;
}) {
  const t = useTranslations("try");
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  // The form stays until its answer is here, which brings the page that knows of the key along.
  const [isUnderWay, setUnderWay] = useState(isOffered);
  const goOn = () => {
    setUnderWay(false);
    setSecret(null);
    router.refresh();
  };
  if (secret !== null) {
    return (
      <div className="mt-3">
        <p className="mb-2 text-sm">{t("made")}</p>
        <dl>
          <CopyField label={t("made_key")} value={secret} />
        </dl>
        <button type="button" className={`${SECONDARY} mt-3`} onClick={goOn}>
          {t("go_on")}
        </button>
      </div>
    );
  }
  if (!isOffered && !isUnderWay) return null;
  return (
    <ActionForm
      action={makeKey}
      hidden={{ mode: "test", name: t("key_name"), lifetime: "" }}
      onDone={({ result }) => setSecret(result?.secret ?? null)}
      className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-2"
    >
      <SubmitButton>{t("make_key")}</SubmitButton>
      <span className="flex-1 basis-40 text-xs text-soft">{t("why_key")}</span>
    </ActionForm>
  );
}
