import { Check, CircleX } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { changeAccount, switchAccount } from "@/app/ops/actions";
import { openPage, PageFrame, type Query } from "@/app/ops/page-frame";
import { AccountActions } from "@/components/ops/account-actions";
import { Heading } from "@/components/ui/heading";
import { Moment } from "@/components/ui/moment";
import { getAccount } from "@/lib/accounts/get-account";
import { DomainError } from "@/lib/domain-error";
import { runtime } from "@/lib/process/runtime";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Query;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ops.accounts"))("account") };
}

export default async function AccountPage({ params, searchParams }: Props) {
  const { id } = await params;
  const path = `/ops/accounts/${encodeURIComponent(id)}`;
  const page = await openPage(path, searchParams);
  const t = await getTranslations("ops.accounts");
  const account = await getAccount(runtime().db, id).catch((error: unknown) => {
    if (error instanceof DomainError) notFound();
    throw error;
  });
  const isDisabled = account.disabledAt !== null;
  const Icon = isDisabled ? CircleX : Check;
  return (
    <PageFrame page={page} section="accounts" path={path}>
      <Heading
        note={account.email ?? t("no_email")}
        actions={
          <p
            className={`flex items-center gap-1.5 text-sm font-medium ${isDisabled ? "text-bad" : "text-delivered"}`}
          >
            <Icon aria-hidden="true" className="size-4" />
            {t(isDisabled ? "disabled" : "active")}
          </p>
        }
      >
        {account.name}
      </Heading>
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3 text-sm">
        <div>
          <dt className="text-xs text-soft">{t("id")}</dt>
          <dd className="font-mono text-xs break-all">{account.id}</dd>
        </div>
        <div>
          <dt className="text-xs text-soft">{t("opened_at")}</dt>
          <dd>
            <Moment at={account.createdAt.toISOString()} />
          </dd>
        </div>
        {account.disabledAt !== null && (
          <div>
            <dt className="text-xs text-soft">{t("disabled_at")}</dt>
            <dd>
              <Moment at={account.disabledAt.toISOString()} />
            </dd>
          </div>
        )}
      </dl>
      <AccountActions
        id={account.id}
        name={account.name}
        isDisabled={isDisabled}
        isCustomer={account.isCustomer}
        rateLimit={account.rateLimitPerMinute}
        change={changeAccount}
        switchAccess={switchAccount}
      />
    </PageFrame>
  );
}
