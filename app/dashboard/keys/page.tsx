import { KeyRound } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { create, replaceLeaked, restrict, revoke, rotate } from "@/app/dashboard/keys/actions";
import { PageFrame, type Query, requireAccount, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { KeyRow } from "@/components/accounts/key-row";
import { NetworksButton } from "@/components/accounts/networks-button";
import { NewKey } from "@/components/accounts/new-key";
import { Rotation } from "@/components/accounts/rotation";
import { Disclosure } from "@/components/orders/detail/section";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { keyState } from "@/lib/accounts/key";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { COUNTED_DAYS, countKeyCalls } from "@/lib/api/request-log/count-key-calls";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("keys.heading");

const NO_CALLS: readonly number[] = Array(COUNTED_DAYS).fill(0);

export default async function KeysPage({ searchParams }: { searchParams: Query }) {
  const { staff, isPermitted, mode, scope } = await requireMemberPage(
    "/dashboard/keys",
    searchParams,
    "account.view_integrations",
  );
  const t = await getTranslations("keys");
  const { db, clock, publicUrl, rateLimiter } = runtime();
  const now = clock.now();
  const [account, keys, calls] = await Promise.all([
    requireAccount(staff.accountId),
    listAccountKeys(db, staff, mode),
    countKeyCalls(db, scope, now),
  ]);
  const usage = await rateLimiter.usage(keys.map(({ id }) => id));
  const canManage = isPermitted("account.manage_integrations");
  const hasEnded = (key: (typeof keys)[number]) => ["revoked", "expired"].includes(keyState(key, now));
  const working = keys.filter((key) => !hasEnded(key));
  const ended = keys.filter(hasEnded);
  const limit = account.rateLimitPerMinute;
  const rows = (some: typeof keys) => (
    <ul>
      {some.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          days={calls.get(key.id) ?? NO_CALLS}
          used={usage.get(key.id) ?? 0}
          limit={limit}
          now={now}
          canManage={canManage}
          revoke={revoke}
          restrict={restrict}
        />
      ))}
    </ul>
  );
  return (
    <PageFrame words={["keys"]}>
      <Heading
        note={
          <>
            {limit === null ? t("no_limit") : t("limit", { limit })}
            {!canManage && ` ${t("staff_note")}`}
          </>
        }
        actions={
          canManage ? <NewKey key={mode} mode={mode} publicUrl={publicUrl} create={create} /> : undefined
        }
      >
        {t("heading")}
      </Heading>
      <Rotation rotate={rotate} replaceLeaked={replaceLeaked} mode={mode} publicUrl={publicUrl}>
        {canManage && (
          <div className="-mx-3.5 mb-3 flex flex-wrap items-center gap-x-3 text-sm">
            <NetworksButton restrict={restrict} apiKey={null} networks={account.allowedNetworks} />
            <span className="text-soft">
              {account.allowedNetworks.length === 0
                ? t("networks.any")
                : t("networks.some", { count: account.allowedNetworks.length })}
            </span>
          </div>
        )}
        <section aria-labelledby="working">
          <h2 id="working" className="sr-only">
            {t("working", { count: working.length })}
          </h2>
          {working.length === 0 ? (
            <EmptyState icon={KeyRound} heading={t(`empty.${mode}`)}>
              <p className="mt-1 max-w-md text-sm text-soft">
                {t(canManage ? "empty_owner" : "empty_staff")}
              </p>
            </EmptyState>
          ) : (
            <>
              <div
                aria-hidden="true"
                className="hidden gap-x-6 border-b border-line pb-2 text-xs text-soft lg:grid lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1.2fr)_8.5rem_7rem_12rem]"
              >
                {(["key", "last_used", "calls", "limit"] as const).map((name) => (
                  <span key={name}>{t(`card.${name}`)}</span>
                ))}
                <span className={canManage ? "w-46" : ""} />
              </div>
              {rows(working)}
            </>
          )}
        </section>
        {ended.length > 0 && (
          <div className="mt-6">
            <Disclosure summary={t("ended", { count: ended.length })}>{rows(ended)}</Disclosure>
          </div>
        )}
      </Rotation>
      <div className="mt-6 border-t border-line pt-1">
        <Disclosure summary={t("leak.heading")}>
          <ol className="max-w-2xl list-decimal space-y-2 pb-5 pl-5 text-sm">
            {(["rotate", "requests", "orders", "history"] as const).map((step) => (
              <li key={step}>{t(`leak.${step}`)}</li>
            ))}
          </ol>
        </Disclosure>
      </div>
    </PageFrame>
  );
}
