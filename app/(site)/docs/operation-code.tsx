import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { create } from "@/app/dashboard/keys/actions";
import { currentStaff } from "@/app/session";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { OperationCode as CodeColumn } from "@/components/docs/operation-code";
import type { TryReader } from "@/components/docs/try-types";
import type { Staff } from "@/lib/accounts/check-session";
import { findTestKey } from "@/lib/accounts/find-test-key";
import { followCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import type { Prefix } from "@/lib/http/errors";
import type { Operation } from "@/lib/operation/operation";
import { listOrders } from "@/lib/orders/stored-order";
import { runtime } from "@/lib/process/runtime";
import { listExamplePlaces } from "@/lib/reference/example-places";
import { LANGUAGES } from "@/lib/reference/samples";
import { answerExamples, tryForm } from "@/lib/reference/try-form";

let city: ReturnType<typeof followCity> | undefined;

/** The code column of an operation's page, with what it knows of its reader. */
export async function OperationCode({ operation, prefix }: { operation: Operation; prefix: Prefix }) {
  city ??= followCity(config().dataDir);
  const [staff, places, jar, messages] = await Promise.all([
    currentStaff(),
    listExamplePlaces(runtime(), city()),
    cookies(),
    getMessages(),
  ]);
  const reader = await readerOf(staff);
  const orderId = await orderIdFor(operation, staff);
  const remembered = jar.get(LANGUAGE_COOKIE)?.value;
  const language = LANGUAGES.find(({ id }) => id === remembered) ?? LANGUAGES[0];
  return (
    <NextIntlClientProvider messages={{ try: messages.try, ui: messages.ui }}>
      <CodeColumn
        key={`${operation.operationId} ${prefix}`}
        operationId={operation.operationId}
        method={operation.method}
        prefix={prefix}
        url={`${config().publicUrl}/v1/${prefix}${operation.path}`}
        path={`/docs/${operation.operationId}`}
        form={tryForm(operation, prefix, { orderId, places })}
        places={places}
        answers={answerExamples(operation, prefix)}
        reader={reader}
        language={language.id}
        makeKey={create}
      />
    </NextIntlClientProvider>
  );
}

async function readerOf(staff: Staff | null): Promise<TryReader> {
  if (staff === null) return { kind: "stranger" };
  const { db, clock } = runtime();
  const found = await findTestKey(db, staff.accountId, clock.now());
  if (found === null) return { kind: "keyless", canMake: staff.role === "owner" };
  return { kind: "ready", prefix: found.prefix, lastFour: found.lastFour };
}

/** A new order's own identifier; otherwise that of the account's latest test order, so that the call finds one. */
async function orderIdFor(operation: Operation, staff: Staff | null): Promise<string> {
  const fresh = `shop-${randomBytes(3).toString("hex")}`;
  if (staff === null) return "shop-1042";
  if (!operation.path.includes("{external_order_id}")) return fresh;
  const [latest] = await listOrders(runtime().db, staff.scope("test"), { limit: 1, offset: 0 });
  return latest?.externalOrderId ?? "shop-1042";
}
