import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { exampleCity, readReader } from "@/app/(site)/docs/reader";
import { create } from "@/app/dashboard/keys/actions";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { OperationCode as CodeColumn } from "@/components/docs/operation-code";
import type { Staff } from "@/lib/accounts/check-session";
import { config } from "@/lib/config";
import type { Prefix } from "@/lib/http/errors";
import type { Operation } from "@/lib/operation/operation";
import { loadOrders } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";
import { listExamplePlaces } from "@/lib/reference/example-places";
import { LANGUAGES } from "@/lib/reference/samples";
import { answerExamples, tryForm } from "@/lib/reference/try-form";

/** The code column of an operation's page, with what it knows of its reader. */
export async function OperationCode({ operation, prefix }: { operation: Operation; prefix: Prefix }) {
  const [{ staff, reader }, places, jar, messages] = await Promise.all([
    readReader(),
    listExamplePlaces(runtime(), exampleCity()),
    cookies(),
    getMessages(),
  ]);
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

const EXAMPLE_ID = "shop-1042";

/** A new order's own identifier; otherwise that of the account's latest test order, so that the call finds one. */
async function orderIdFor(operation: Operation, staff: Staff | null): Promise<string> {
  if (staff === null) return EXAMPLE_ID;
  if (!operation.path.includes("{external_order_id}")) return newOrderId();
  const [latest] = await loadOrders(runtime().db, staff.scope("test"), { limit: 1, offset: 0 });
  return latest?.externalOrderId ?? EXAMPLE_ID;
}

/** An identifier that no order has yet. */
export const newOrderId = (): string => `shop-${randomBytes(3).toString("hex")}`;
