import { Building2, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { changeRetention } from "@/app/ops/accounts/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { AccountState } from "@/components/console/account-state";
import { RetentionCard } from "@/components/console/retention-forms";
import { SearchForm } from "@/components/console/search-form";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Permitted } from "@/components/ui/permissions";
import { CARD, LINK, PRIMARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import { listAccounts, MAX_ACCOUNTS } from "@/lib/accounts/list-accounts";
import { withMode } from "@/lib/http/mode";
import { findRetention } from "@/lib/privacy/retention";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("ops.accounts.heading");

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

const FILTERS = [
  { name: "all", path: "/ops/accounts" },
  { name: "waiting", path: "/ops/accounts?state=waiting" },
] as const;

export default async function AccountsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/accounts", searchParams, "service.view");
  const t = await getTranslations("ops.accounts");
  const search = page.parameter("search").slice(0, 100);
  const isWaitingOnly = page.parameter("state") === "waiting";
  const accounts = await listAccounts(runtime().db, search, { isWaitingOnly });
  return (
    <PageFrame page={page} section="accounts" words={["privacy"]}>
      <Heading
        note={t("note")}
        actions={
          <Permitted needs="service.manage_accounts">
            <Link href={withMode("/ops/accounts/new", page.mode)} className={PRIMARY}>
              <Plus aria-hidden="true" className="size-4" />
              {t("new")}
            </Link>
          </Permitted>
        }
      >
        {t("heading")}
      </Heading>
      <SearchForm
        action="/ops/accounts"
        label={t("search_label")}
        value={search}
        mode={page.mode}
        submit={t("search")}
      />
      <nav aria-label={t("filters.label")} className="mb-4 flex flex-wrap gap-1.5">
        {FILTERS.map(({ name, path }) => (
          <Link
            key={name}
            href={withMode(path, page.mode)}
            aria-current={isWaitingOnly === (name === "waiting") ? "page" : undefined}
            className="inline-flex min-h-8 items-center rounded-full bg-fill px-3 text-sm font-medium whitespace-nowrap hover:bg-line aria-[current=page]:bg-ink aria-[current=page]:text-surface"
          >
            {t(`filters.${name}`)}
          </Link>
        ))}
      </nav>
      {accounts.length === 0 ? (
        <EmptyState
          icon={Building2}
          heading={search !== "" ? t("none_found", { search }) : t(isWaitingOnly ? "none_waiting" : "none")}
        >
          {search !== "" && (
            <p className="mt-2 text-sm">
              <Link href={withMode("/ops/accounts", page.mode)} className={LINK}>
                {t("reset")}
              </Link>
            </p>
          )}
        </EmptyState>
      ) : (
        <>
          <ul className={`${CARD} divide-y divide-line`}>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} mode={page.mode} />
            ))}
          </ul>
          {accounts.length === MAX_ACCOUNTS && (
            <p className="mt-3 text-sm text-soft">{t("more", { count: MAX_ACCOUNTS })}</p>
          )}
        </>
      )}
      <Permitted needs="service.manage_privacy">
        <RetentionCard days={await findRetention(runtime().db)} change={changeRetention} />
      </Permitted>
    </PageFrame>
  );
}

async function AccountRow({ account, mode }: { account: Account; mode: Mode }) {
  const t = await getTranslations("ops.accounts");
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3.5 text-sm sm:grid-cols-[minmax(0,1fr)_11rem_12rem] sm:items-center">
      <div className="min-w-0">
        <Link
          href={withMode(`/ops/accounts/${account.id}`, mode)}
          className={`${LINK} inline-block min-h-6 font-medium break-words`}
        >
          {account.name}
        </Link>
        <p className="text-xs break-words text-soft">{account.email ?? t("no_email")}</p>
      </div>
      <AccountState {...account} />
      <p className="text-xs text-soft">
        {account.rateLimitPerMinute === null
          ? t("unlimited")
          : t("limited", { count: account.rateLimitPerMinute })}
      </p>
    </li>
  );
}
