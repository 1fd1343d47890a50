import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { CheckboxField, TextAreaField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SMALL_GHOST } from "@/components/ui/styles";

export function NetworksButton(props: {
  restrict: FormAction;
  /** Null for the networks of all keys. */
  apiKey: { id: string; name: string } | null;
  networks: readonly string[];
  describedBy?: string;
}) {
  const { restrict, apiKey, networks, describedBy } = props;
  const t = useTranslations("keys.networks");
  return (
    <ConfirmButton
      action={restrict}
      hidden={apiKey === null ? {} : { id: apiKey.id }}
      fields={{ networks: t("field"), confirmed: t("confirmed") }}
      label={t(apiKey === null ? "account" : "open")}
      title={apiKey === null ? t("account_title") : t("title", { name: apiKey.name })}
      text={t("text")}
      confirm={t("submit")}
      look={SMALL_GHOST}
      {...(describedBy === undefined ? {} : { describedBy })}
    >
      <TextAreaField
        name="networks"
        label={t("field")}
        hint={t("hint")}
        initial={networks.join("\n")}
        isCode
      />
      <CheckboxField name="confirmed" label={t("confirmed")} />
    </ConfirmButton>
  );
}
