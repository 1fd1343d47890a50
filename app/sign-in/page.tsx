import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { Query } from "@/app/alternates";
import { EntryFrame } from "@/app/entry-frame";
import { titleMetadata } from "@/app/page-title";
import { currentUser, signedOutReason } from "@/app/session";
import { challengePasskey, enterByPasskey, enterByPassword } from "@/app/sign-in/actions";
import { EntryLink } from "@/components/auth/entry-link";
import { OidcButton } from "@/components/auth/oidc-button";
import { SignInForm } from "@/components/auth/sign-in-form";
import { passkeySite } from "@/lib/accounts/passkey";
import { config } from "@/lib/config";
import { localPath } from "@/lib/web/local-path";

export const generateMetadata = titleMetadata("auth.heading");

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const requested = await searchParams;
  const next = localPath([requested.next].flat()[0]);
  const user = await currentUser();
  // The response to a sign-in action renders this page again; the form then navigates to the next page.
  const isEntering = user !== null && (await headers()).has("next-action");
  if (user !== null && !isEntering) redirect(next ?? (user.role === "operator" ? "/ops" : "/dashboard"));
  const ended = isEntering ? null : await signedOutReason();
  const t = await getTranslations("auth");
  const { authSecret, oidc, publicUrl, signUp } = config();
  const here = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(next === null ? {} : { next }), ...more }).toString();
    return query === "" ? "/sign-in" : `/sign-in?${query}`;
  };
  return (
    <EntryFrame heading={t("heading")} address={(lang) => here({ lang })}>
      {authSecret === null ? (
        <p className="text-sm">{t("not_set_up")}</p>
      ) : (
        <>
          {requested.changed !== undefined && (
            <p role="status" className="mb-4 text-sm text-delivered">
              {t("changed")}
            </p>
          )}
          {requested.refused !== undefined && oidc !== null && (
            <p role="alert" className="mb-4 rounded-lg border border-bad p-3 text-sm text-bad">
              {t("refused", { name: oidc.name })}
            </p>
          )}
          {ended !== null && requested.changed === undefined && (
            <p role="status" className="mb-4 text-sm">
              {t(`ended.${ended}`)}
            </p>
          )}
          <SignInForm
            next={next ?? "/sign-in"}
            hasLeft={requested.left !== undefined}
            enter={enterByPassword}
            passkey={
              passkeySite(publicUrl) === null ? null : { challenge: challengePasskey, enter: enterByPasskey }
            }
          />
          {signUp !== "closed" && <EntryLink href="/sign-up">{t("sign_up.link")}</EntryLink>}
          {oidc !== null && <OidcButton name={oidc.name} address={here({})} />}
          <EntryLink href="/forgot">{t("forgot")}</EntryLink>
        </>
      )}
    </EntryFrame>
  );
}
