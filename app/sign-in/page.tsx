import { redirect } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { Query } from "@/app/alternates";
import { EntryFrame } from "@/app/entry-frame";
import { currentUser, signedOutReason } from "@/app/session";
import { signInByForm } from "@/app/sign-in/actions";
import { titleMetadata } from "@/app/title-metadata";
import { EntryLink } from "@/components/accounts/entry-link";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { Island } from "@/components/site/island";
import { passkeySite } from "@/lib/accounts/passkey";
import { config } from "@/lib/config";
import { localPath } from "@/lib/http/local-path";

export const generateMetadata = titleMetadata("auth.heading");

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const requested = await searchParams;
  const next = localPath([requested.next].flat()[0]);
  const user = await currentUser();
  if (user !== null) redirect(next ?? (user.accountId === null ? "/ops" : "/dashboard"));
  const ended = await signedOutReason();
  const t = await getTranslations("auth");
  const { auth, ui } = await getMessages();
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
        // Each island's HTML contains these.
        <NextIntlClientProvider messages={{ auth, ui: { form: ui.form } }}>
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
          {requested.left !== undefined && <Island name="ForgetDrafts" props={{}} />}
          <SignInForm
            next={next ?? "/sign-in"}
            hasPasskeys={passkeySite(publicUrl) !== null}
            action={signInByForm}
          />
          {signUp !== "closed" && <EntryLink href="/sign-up">{t("sign_up.link")}</EntryLink>}
          {oidc !== null && <Island name="OidcButton" props={{ name: oidc.name, address: here({}) }} />}
          <EntryLink href="/forgot">{t("forgot")}</EntryLink>
        </NextIntlClientProvider>
      )}
    </EntryFrame>
  );
}
