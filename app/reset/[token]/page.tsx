import "@/app/globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryScene } from "@/app/entry-scene";
import { reset } from "@/app/reset/actions";
import { DeadLink } from "@/components/auth/dead-link";
import { EntryFrame } from "@/components/auth/entry-frame";
import { LinkForm } from "@/components/auth/link-form";
import { findLink } from "@/lib/accounts/find-link";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("reset.heading"), robots: { index: false } };
}

export default async function ResetPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const t = await getTranslations("auth");
  const found = await findLink(runtime(), "password_reset", token);
  return (
    <EntryFrame
      scene={<EntryScene />}
      heading={t(found === null ? "dead.title" : "reset.heading")}
      address={(lang) => `/reset/${token}?lang=${lang}`}
    >
      {found === null ? (
        <DeadLink />
      ) : (
        <>
          <p className="mb-4 text-sm break-words text-soft">{t("reset.text", { email: found.email })}</p>
          <LinkForm action={reset} token={token} email={found.email} words="reset" />
        </>
      )}
    </EntryFrame>
  );
}
