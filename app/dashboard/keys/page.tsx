import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { create, revoke, rotate } from "@/app/dashboard/keys/actions";
import { openPage, PageFrame, type Query } from "@/app/dashboard/page-frame";
import { KeyCard } from "@/components/keys/key-card";
import { NewKey } from "@/components/keys/new-key";
import { Rotation } from "@/components/keys/rotation";
import { Empty } from "@/components/ui/empty";
import { Heading } from "@/components/ui/heading";
import { CARD } from "@/components/ui/styles";
import { keyState } from "@/lib/accounts/key";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { runtime } from "@/lib/process/runtime";
import { COUNTED_DAYS, countKeyCalls } from "@/lib/requests/count-key-calls";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("heading") };
}

const NO_CALLS: readonly number[] = Array(COUNTED_DAYS).fill(0);

export default async function KeysPage({ searchParams }: { searchParams: Query }) {
  const page = await openPage("/dashboard/keys", searchParams);
  const { staff, account, mode, scope } = page;
  const t = await getTranslations("keys");
  const { db, clock, publicUrl } = runtime();
  const now = clock.now();
  const [keys, calls] = await Promise.all([listAccountKeys(db, staff, mode), countKeyCalls(db, scope, now)]);
  const isOwner = staff.role === "owner";
  const hasEnded = (key: (typeof keys)[number]) => ["revoked", "expired"].includes(keyState(key, now));
  const working = keys.filter((key) => !hasEnded(key));
  const ended = keys.filter(hasEnded);
  const cards = (some: typeof keys) => (
    <ul className="space-y-3">
      {some.map((key) => (
        <KeyCard
          key={key.id}
          apiKey={key}
          days={calls.get(key.id) ?? NO_CALLS}
          now={now}
          isOwner={isOwner}
          revoke={revoke}
        />
      ))}
    </ul>
  );
  const limit = account.rateLimitPerMinute;
  return (
    <PageFrame page={page} section="keys" path="/dashboard/keys" words={["keys"]}>
      <Heading note={limit === null ? t("no_limit") : t("limit", { limit })}>{t("heading")}</Heading>
      <Rotation rotate={rotate} publicUrl={publicUrl}>
        {isOwner ? (
          <NewKey key={mode} mode={mode} publicUrl={publicUrl} create={create} />
        ) : (
          <p>{t("staff_note")}</p>
        )}
        <section aria-labelledby="working" className="mt-8">
          <h2 id="working" className="mb-3 type-heading">
            {t("working", { count: working.length })}
          </h2>
          {working.length === 0 ? (
            <Empty icon={KeyRound} heading={t(`empty.${mode}`)}>
              <p className="mt-1 max-w-md text-sm text-soft">{t(isOwner ? "empty_owner" : "empty_staff")}</p>
            </Empty>
          ) : (
            cards(working)
          )}
        </section>
        {ended.length > 0 && (
          <details className="mt-6">
            <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">
              {t("ended", { count: ended.length })}
            </summary>
            <div className="mt-2">{cards(ended)}</div>
          </details>
        )}
      </Rotation>
      <details className={`${CARD} mt-6`}>
        <summary className="min-h-11 cursor-pointer px-5 py-3 text-sm font-medium">
          {t("leak.heading")}
        </summary>
        <ol className="list-decimal space-y-2 px-5 pb-5 pl-10 text-sm">
          {(["rotate", "requests", "orders", "history"] as const).map((step) => (
            <li key={step}>{t(`leak.${step}`)}</li>
          ))}
        </ol>
      </details>
    </PageFrame>
  );
}
