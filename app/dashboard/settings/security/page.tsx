import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { openPage, type Query } from "@/app/dashboard/page-frame";
import {
  beginPasskey,
  changePassword,
  deletePasskey,
  endOtherSessions,
  endSession,
  finishPasskey,
} from "@/app/dashboard/settings/security/actions";
import { SettingsFrame, SettingsSection } from "@/app/dashboard/settings/settings-frame";
import { cookieSession } from "@/app/session";
import { PasskeyForm, PasskeyList } from "@/components/people/passkeys";
import { SessionList } from "@/components/people/sessions";
import { PasswordForm } from "@/components/people/settings-forms";
import { deviceOf } from "@/lib/accounts/device";
import { listPasskeys } from "@/lib/accounts/list-passkeys";
import { listSessions } from "@/lib/accounts/list-sessions";
import { passkeySite } from "@/lib/accounts/passkey";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("people.tabs"))("security") };
}

export default async function SecurityPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/settings/security", searchParams);
  const t = await getTranslations("people");
  const served = runtime();
  const { userId, email } = page.staff;
  const [sessions, passkeys, own] = await Promise.all([
    listSessions(served, userId),
    listPasskeys(served.db, userId),
    cookieSession(),
  ]);
  return (
    <SettingsFrame page={page} tab="security">
      <SettingsSection id="passkeys" title={t("security.passkeys")} text={t("security.passkeys_text")}>
        <PasskeyList
          passkeys={passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
            id,
            name,
            createdAt: createdAt.toISOString(),
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          }))}
          remove={deletePasskey}
        />
        {passkeySite(served.publicUrl) === null ? (
          <p className="text-sm text-soft">{t("security.passkeys_away")}</p>
        ) : (
          <PasskeyForm begin={beginPasskey} finish={finishPasskey} />
        )}
      </SettingsSection>
      <SettingsSection id="password" title={t("settings.password")} text={t("settings.password_text")}>
        <PasswordForm email={email} action={changePassword} />
      </SettingsSection>
      <SettingsSection id="sessions" title={t("security.sessions")} text={t("security.sessions_text")}>
        <SessionList
          sessions={sessions.map(({ id, usedAt, network, agent, wayIn }) => ({
            id,
            usedAt: usedAt.toISOString(),
            network,
            wayIn,
            device: deviceOf(agent),
            isOwn: id === own?.id,
          }))}
          end={endSession}
          endOthers={endOtherSessions}
        />
      </SettingsSection>
    </SettingsFrame>
  );
}
