import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { cookieSession } from "@/app/session";
import { PasskeyForm, PasskeyList } from "@/components/accounts/passkeys";
import { SessionList } from "@/components/accounts/session-list";
import { PasswordForm } from "@/components/accounts/settings-forms";
import { SettingsSection } from "@/components/accounts/settings-section";
import type { FormActions } from "@/components/ui/form-state";
import type { SessionUser } from "@/lib/accounts/check-session";
import { parseUserAgent } from "@/lib/accounts/device";
import { listPasskeys } from "@/lib/accounts/list-passkeys";
import { listSessions } from "@/lib/accounts/list-sessions";
import { passkeySite } from "@/lib/accounts/passkey";
import { runtime } from "@/lib/process/runtime";

type ActionName = "finishPasskey" | "deletePasskey" | "changePassword" | "endSession" | "endOtherSessions";
type Actions = FormActions<ActionName> & { beginPasskey: ComponentProps<typeof PasskeyForm>["begin"] };

export async function SecuritySections({ who, actions }: { who: SessionUser; actions: Actions }) {
  const t = await getTranslations("people");
  const served = runtime();
  const { userId, email } = who;
  const [sessions, passkeys, own] = await Promise.all([
    listSessions(served, userId),
    listPasskeys(served.db, userId),
    cookieSession(),
  ]);
  return (
    <>
      <SettingsSection id="passkeys" title={t("security.passkeys")} text={t("security.passkeys_text")}>
        <PasskeyList passkeys={passkeys} remove={actions.deletePasskey} />
        {passkeySite(served.publicUrl) === null ? (
          <p className="text-sm text-soft">{t("security.passkeys_away")}</p>
        ) : (
          <PasskeyForm begin={actions.beginPasskey} finish={actions.finishPasskey} />
        )}
      </SettingsSection>
      <SettingsSection id="password" title={t("settings.password")} text={t("settings.password_text")}>
        <PasswordForm email={email} action={actions.changePassword} />
      </SettingsSection>
      <SettingsSection id="sessions" title={t("security.sessions")} text={t("security.sessions_text")}>
        <SessionList
          sessions={sessions.map(({ id, usedAt, network, agent, wayIn }) => ({
            id,
            usedAt: usedAt.toISOString(),
            network,
            wayIn,
            device: parseUserAgent(agent),
            isOwn: id === own?.id,
          }))}
          end={actions.endSession}
          endOthers={actions.endOtherSessions}
        />
      </SettingsSection>
    </>
  );
}
