"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import type { NewSecret } from "@/components/accounts/key-secret";
import type { TryReader } from "@/components/docs/try-state";
import { Island } from "@/components/site/island";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

export function TryKey(props: { makeKey: FormAction<NewSecret>; path: string; reader: TryReader }) {
  const { makeKey, path, reader } = props;
  const t = useTranslations("try");
  const router = useRouter();
  const [isOver, setOver] = useState(false);
  if (isOver || reader.kind === "stranger") return null;
  const goOn = (event: MouseEvent) => {
    event.preventDefault();
    setOver(true);
    router.refresh();
  };
  return (
    <ActionForm
      action={makeKey}
      hidden={{ mode: "test", name: t("key_name"), lifetime: "" }}
      done={({ result }) => (
        <div className="mt-3">
          <p className="mb-2 text-sm">{t("made")}</p>
          <dl>
            <Island name="CopyField" props={{ label: t("made_key"), value: result?.secret ?? "" }} />
          </dl>
          <a href={path} className={`${SECONDARY} mt-3`} onClick={goOn}>
            {t("go_on")}
          </a>
        </div>
      )}
    >
      {/* The form stays without its button, since it shows the new key. */}
      {reader.kind === "keyless" && reader.canMake && (
        <div className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-2">
          <SubmitButton>{t("make_key")}</SubmitButton>
          <span className="flex-1 basis-40 text-xs text-soft">{t("why_key")}</span>
        </div>
      )}
    </ActionForm>
  );
}
