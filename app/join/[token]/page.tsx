import "@/app/globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryScene } from "@/app/entry-scene";
import { join } from "@/app/join/actions";
import { DeadLink } from "@/components/auth/dead-link";
import { EntryFrame } from "@/components/auth/entry-frame";
import { LinkForm } from "@/components/auth/link-form";
import { findLink } from "@/lib/accounts/find-link";
import { runtime } from "@/lib/process/runtime";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("join.heading"), robots: { index: false } };
}

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const t = await getTranslations("auth");
  const found = await findLink(runtime(), "invitation", token);
  return (
    <EntryFrame
      scene={<EntryScene />}
      heading={t(found === null ? "dead.title" : "join.heading")}
      address={(lang) => `/join/${token}?lang=${lang}`}
    >
      {found === null ? (
        <DeadLink />
      ) : (
        <>
          <p className="mb-4 text-sm text-soft">
            {found.inviter === null
              ? t("join.text", { account: found.accountName ?? "" })
              : t("join.by", { name: found.inviter, account: found.accountName ?? "" })}
          </p>
          <p className="mb-4 text-sm">
            <span className="block font-medium">{t("join.email")}</span>
            <span className="break-all">{found.email}</span>
          </p>
          <LinkForm action={join} token={token} email={found.email} words="join" />
        </>
      )}
    </EntryFrame>
  );
}
