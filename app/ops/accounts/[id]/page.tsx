import { randomUUID } from "node:crypto";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import {
  addPayment,
  approve,
  changeAccount,
  changeAccountRetention,
  inviteAccountOwner,
  issuePasswordLink,
  reject,
  switchAccount,
} from "@/app/ops/accounts/actions";
import { PageFrame, type PageProps, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import {
  AccountActions,
  InviteOwner,
  PasswordLinkButton,
  RenewInvitationButton,
} from "@/components/console/account-actions";
import { AccountDecision } from "@/components/console/account-decision";
import { AccountState } from "@/components/console/account-state";
import { PaymentForm } from "@/components/console/payment-form";
import { AccountRetention } from "@/components/console/retention-forms";
import { formatRubles } from "@/components/tracking/format";
import { CardSection } from "@/components/ui/card-section";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Permitted } from "@/components/ui/permissions";
import { getAccount } from "@/lib/accounts/get-account";
import { listKeys } from "@/lib/accounts/list-account-keys";
import { listPeople } from "@/lib/accounts/list-people";
import { findBalance, listPayments } from "@/lib/billing/balance";
import { DomainError } from "@/lib/domain-error";
import { fromRubles, type Kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("ops.accounts.account");

export default async function AccountPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id } = await params;
  const page = await requireOperatorPage(
    `/ops/accounts/${encodeURIComponent(id)}`,
    searchParams,
    "service.view",
  );
  const t = await getTranslations("ops.accounts");
  const account = await getAccount(runtime().db, id).catch((error: unknown) => {
    if (error instanceof DomainError) notFound();
    throw error;
  });
  const isDisabled = account.disabledAt !== null;
  return (
    <PageFrame
      page={page}
      section="accounts"
      words={["ops.accounts", "people.team", "privacy", "statements.payments"]}
    >
      <Heading note={account.email ?? t("no_email")} actions={<AccountState {...account} />}>
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
            <DateTime at={account.createdAt.toISOString()} />
          </dd>
        </div>
        {account.disabledAt !== null && (
          <div>
            <dt className="text-xs text-soft">{t("disabled_at")}</dt>
            <dd>
              <DateTime at={account.disabledAt.toISOString()} />
            </dd>
          </div>
        )}
      </dl>
      <Permitted needs="service.manage_accounts">
        {account.approval !== null && (
          <div className="mb-5 max-w-4xl">
            <CardSection
              id="approval"
              heading={t(`approval.${account.approval}`)}
              note={account.rejectionReason ?? t("approval.note")}
            >
              <div className="flex flex-wrap gap-3">
                <AccountDecision
                  key={account.approval}
                  id={account.id}
                  name={account.name}
                  seen={account.approval}
                  approve={approve}
                  reject={reject}
                />
              </div>
            </CardSection>
          </div>
        )}
        <AccountActions
          id={account.id}
          name={account.name}
          isDisabled={isDisabled}
          isCustomer={account.approval === null ? account.isCustomer : null}
          rateLimit={account.rateLimitPerMinute}
          change={changeAccount}
          switchAccess={switchAccount}
        />
      </Permitted>
      <Permitted needs="service.manage_privacy">
        <AccountRetention id={account.id} days={account.retentionDays} change={changeAccountRetention} />
      </Permitted>
      <AccountPayments accountId={account.id} />
      <AccountPeople accountId={account.id} />
      <AccountKeys accountId={account.id} />
    </PageFrame>
  );
}

const LIST = "-my-3 divide-y divide-line text-sm";
const ROW = "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3";

async function AccountPayments({ accountId }: { accountId: string }) {
  const [t, locale] = await Promise.all([getTranslations("statements.payments"), getLocale()]);
  const { db, clock } = runtime();
  const [payments, balance] = await Promise.all([
    listPayments(db, accountId),
    findBalance(db, { accountId, mode: "live" }),
  ]);
  const rubles = (amount: Kopecks) => formatRubles(toRubles(amount), locale);
  return (
    <CardSection
      id="payments"
      heading={t("title")}
      note={balance === null ? t("none") : t("balance", { amount: rubles(balance) })}
      className="mt-5 max-w-4xl"
    >
      <ul className={LIST}>
        {payments.map(({ id, paidOn, note, amount }) => (
          <li key={id} className={ROW}>
            <p className="min-w-0">
              {paidOn}
              <span className="block text-xs break-words text-soft">{note}</span>
            </p>
            <p className="font-medium tabular-nums">{rubles(fromRubles(amount))}</p>
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Permitted needs="service.manage_money">
          <PaymentForm
            // Every payment gets its own id; sending a form twice adds it once.
            key={payments.length}
            id={randomUUID()}
            accountId={accountId}
            today={clock.now().toISOString().slice(0, 10)}
            add={addPayment}
          />
        </Permitted>
      </div>
    </CardSection>
  );
}

async function AccountPeople({ accountId }: { accountId: string }) {
  const [t, role] = await Promise.all([getTranslations("ops.accounts"), getTranslations("people")]);
  const { db, clock } = runtime();
  const { people, invitations } = await listPeople(db, { accountId });
  return (
    <CardSection id="people" heading={t("people")} className="mt-5 max-w-4xl">
      {people.length + invitations.length === 0 && <p className="text-sm text-soft">{t("no_people")}</p>}
      <ul className={LIST}>
        {people.map((person) => (
          <li key={person.id} className={ROW}>
            <p className="min-w-0">
              <span id={`email-${person.id}`} className="font-medium break-all">
                {person.email}
              </span>
              <span className="block text-xs text-soft">
                {person.roles.map((one) => role(`roles.${one}`)).join(", ")}
                {person.disabledAt !== null && ` · ${t("states.disabled")}`}
              </span>
            </p>
            {person.disabledAt === null && (
              <Permitted needs="service.manage_accounts">
                <PasswordLinkButton
                  accountId={accountId}
                  personId={person.id}
                  email={person.email}
                  issue={issuePasswordLink}
                />
              </Permitted>
            )}
          </li>
        ))}
        {invitations.map(({ id, email, expiresAt }) => (
          <li key={id} className={ROW}>
            <p className="min-w-0">
              <span className="font-medium break-all">{email}</span>
              <span className="block text-xs text-soft">
                {expiresAt <= clock.now() ? (
                  role("team.expired")
                ) : (
                  <>
                    {t("invited_until")} <DateTime at={expiresAt.toISOString()} />
                  </>
                )}
              </span>
            </p>
            <Permitted needs="service.manage_accounts">
              <RenewInvitationButton accountId={accountId} email={email} invite={inviteAccountOwner} />
            </Permitted>
          </li>
        ))}
      </ul>
      <Permitted needs="service.manage_accounts">
        <h3 className="mt-6 mb-3 font-medium">{t("invite_heading")}</h3>
        <InviteOwner accountId={accountId} invite={inviteAccountOwner} />
      </Permitted>
    </CardSection>
  );
}

async function AccountKeys({ accountId }: { accountId: string }) {
  const t = await getTranslations("ops.accounts");
  const keys = await listKeys(runtime().db, accountId);
  return (
    <CardSection id="keys" heading={t("keys")} className="mt-5 max-w-4xl">
      {keys.length === 0 ? (
        <p className="text-sm text-soft">{t("no_keys")}</p>
      ) : (
        <ul className={LIST}>
          {keys.map((key) => (
            <li key={key.id} className={ROW}>
              <p className="min-w-0">
                <span className="font-medium break-words">{key.name}</span>
                <span className="block font-mono text-xs text-soft">
                  {key.prefix}…{key.lastFour}
                </span>
              </p>
              <p className="text-xs text-soft">
                {key.revokedAt !== null ? (
                  t("key_revoked")
                ) : key.lastUsedAt === null ? (
                  t("key_unused")
                ) : (
                  <>
                    {t("key_used")} <DateTime at={key.lastUsedAt.toISOString()} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  );
}
