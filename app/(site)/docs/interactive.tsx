import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { responseExamples, tryForm } from "@/app/(site)/docs/try-form";
import { create } from "@/app/dashboard/keys/actions";
import { currentStaff } from "@/app/session";
import { getOperation } from "@/app/v1/operations";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { TryKey } from "@/components/docs/try-key";
import type { TryReader } from "@/components/docs/try-state";
import { Island } from "@/components/site/island";
import { getLanguage } from "@/components/ui/get-language";
import type { AccountMember } from "@/lib/accounts/check-session";
import { findTestKey } from "@/lib/accounts/find-test-key";
import { hasPermission } from "@/lib/accounts/permissions";
import type { Operation } from "@/lib/api/operation";
import { config } from "@/lib/config";
import { listExamplePlaces } from "@/lib/docs/example-places";
import { getQuickStart } from "@/lib/docs/get-quick-start";
import { LANGUAGES } from "@/lib/docs/samples";
import { SIGNATURE_EXAMPLE } from "@/lib/docs/signature-example";
import type { Prefix } from "@/lib/http/errors";
import { listForApi } from "@/lib/orders/list/list-for-api";
import { getServedCity } from "@/lib/process/get-served-city";
import { runtime } from "@/lib/process/runtime";

export async function OperationCode({ operation, prefix }: { operation: Operation; prefix: Prefix }) {
  const { staff, reader, places, town, messages, locale } = await readContext();
  const orderId = await orderIdFor(operation, staff);
  const remembered = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  const language = LANGUAGES.find(({ id }) => id === remembered) ?? LANGUAGES[0];
  const path = `/docs/${operation.operationId}`;
  return (
    <NextIntlClientProvider messages={messages}>
      <Island
        key={`${operation.operationId} ${prefix}`}
        name="OperationCode"
        props={{
          operationId: operation.operationId,
          method: operation.method,
          prefix,
          url: `${config().publicUrl}/v1/${prefix}${operation.path}`,
          path,
          form: tryForm(operation, prefix, { orderId, places, town, locale }),
          places,
          answers: responseExamples(operation, prefix, { locale, town }),
          reader,
          language: language.id,
        }}
      >
        <KeyForm path={path} reader={reader} />
      </Island>
    </NextIntlClientProvider>
  );
}

const EXAMPLE_ID = "shop-1042";

/** Returns a new order id, or the id of the account's latest test order, so that the call succeeds. */
async function orderIdFor(operation: Operation, staff: AccountMember | null): Promise<string> {
  if (staff === null) return EXAMPLE_ID;
  if (!operation.path.includes("{external_order_id}")) return newOrderId();
  const { orders } = await listForApi(runtime().db, staff.scope("test"), { limit: 1 });
  const [latest] = orders;
  return latest?.externalOrderId ?? EXAMPLE_ID;
}

export const newOrderId = (): string => `shop-${randomBytes(3).toString("hex")}`;

export async function QuickStart({ path }: { path: string }) {
  const { staff, reader, places, town, messages, locale } = await readContext();
  const begun = staff === null ? null : await getQuickStart(runtime(), staff);
  const example = { orderId: newOrderId(), places, town, locale };
  return (
    <NextIntlClientProvider messages={messages}>
      <Island
        name="QuickStart"
        props={{
          reader,
          path,
          begun,
          bodies: {
            quote: tryForm(getOperation("createQuote"), "partner", example).body,
            order: tryForm(getOperation("createOrder"), "partner", example).body,
          },
          practice: SIGNATURE_EXAMPLE,
        }}
      >
        <KeyForm path={path} reader={reader} />
      </Island>
    </NextIntlClientProvider>
  );
}

async function KeyForm({ path, reader }: { path: string; reader: TryReader }) {
  if (reader.kind === "stranger") return null;
  const messages = await getMessages();
  return (
    <NextIntlClientProvider messages={{ try: messages.try, ui: messages.ui }}>
      <TryKey makeKey={create} path={path} reader={reader} />
    </NextIntlClientProvider>
  );
}

async function readContext() {
  const locale = await getLanguage();
  const [reader, places, town, messages] = await Promise.all([
    readReader(),
    listExamplePlaces(runtime(), getServedCity(), locale),
    readSampleTown(locale),
    getMessages(),
  ]);
  return { ...reader, locale, places, town, messages: { try: messages.try } };
}

async function readReader(): Promise<{ staff: AccountMember | null; reader: TryReader }> {
  const staff = await currentStaff("account.view");
  if (staff === null) return { staff, reader: { kind: "stranger" } };
  const { db, clock } = runtime();
  const found = await findTestKey(db, staff.accountId, clock.now());
  const reader: TryReader =
    found === null
      ? { kind: "keyless", canMake: hasPermission(staff, "account.manage_integrations") }
      : { kind: "ready", prefix: found.prefix, lastFour: found.lastFour };
  return { staff, reader };
}
