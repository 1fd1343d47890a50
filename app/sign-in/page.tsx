import "@/app/globals.css";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EntryScene } from "@/app/entry-scene";
import { currentUser, howSignedOut } from "@/app/session";
import { challengePasskey, enterByPasskey, enterByPassword } from "@/app/sign-in/actions";
import { EntryFrame } from "@/components/auth/entry-frame";
import { OidcButton } from "@/components/auth/oidc-button";
import { SignInForm } from "@/components/auth/sign-in-form";
import { LINK } from "@/components/ui/styles";
import { passkeySite } from "@/lib/accounts/passkey";
import { config } from "@/lib/config";
import { localPath } from "@/lib/pages/local-path";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("heading"), robots: { index: false } };
}

export default async function SignInPage(props: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { searchParams } = props;
  const asked = await searchParams;
  const next = localPath([asked.next].flat()[0]);
  const user = await currentUser();
  // An action's response renders this page again; the form itself loads the next page.
  const isEntering = user !== null && (await headers()).has("next-action");
  if (user !== null && !isEntering) redirect(next ?? (user.role === "operator" ? "/ops" : "/dashboard"));
  const ended = isEntering ? null : await howSignedOut();
  const t = await getTranslations("auth");
  const { authSecret, oidc, publicUrl, signUp } = config();
  const here = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(next === null ? {} : { next }), ...more }).toString();
    return query === "" ? "/sign-in" : `/sign-in?${query}`;
  };
  return (
    <EntryFrame scene={<EntryScene />} heading={t("heading")} address={(lang) => here({ lang })}>
      {authSecret === null ? (
        <p className="text-sm">{t("not_set_up")}</p>
      ) : (
        <>
          {asked.changed !== undefined && (
            <p role="status" className="mb-4 text-sm text-delivered">
              {t("changed")}
            </p>
          )}
          {asked.refused !== undefined && oidc !== null && (
            <p role="alert" className="mb-4 rounded-lg border border-bad p-3 text-sm text-bad">
              {t("refused", { name: oidc.name })}
            </p>
          )}
          {ended !== null && asked.changed === undefined && (
            <p role="status" className="mb-4 text-sm">
              {t(`ended.${ended}`)}
            </p>
          )}
          <SignInForm
            next={next ?? "/sign-in"}
            hasLeft={asked.left !== undefined}
            enter={enterByPassword}
            passkey={
              passkeySite(publicUrl) === null ? null : { challenge: challengePasskey, enter: enterByPasskey }
            }
          />
          {signUp !== "closed" && (
            <p className="mt-4 text-center text-sm">
              <a href="/sign-up" className={`${LINK} inline-flex min-h-11 items-center`}>
                {t("sign_up.link")}
              </a>
            </p>
          )}
          {oidc !== null && <OidcButton name={oidc.name} address={here({})} />}
          <p className="mt-4 text-center text-sm">
            <a href="/forgot" className={`${LINK} inline-flex min-h-11 items-center`}>
              {t("forgot")}
            </a>
          </p>
        </>
      )}
    </EntryFrame>
  );
}
