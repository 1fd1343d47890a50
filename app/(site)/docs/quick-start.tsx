import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import { newOrderId } from "@/app/(site)/docs/operation-code";
import { exampleCity, readReader } from "@/app/(site)/docs/reader";
import { create } from "@/app/dashboard/keys/actions";
import { getOperation } from "@/app/v1/operations";
import { QuickStart as Steps } from "@/components/docs/quick-start";
import { runtime } from "@/lib/process/runtime";
import { listExamplePlaces } from "@/lib/reference/example-places";
import { getQuickStart } from "@/lib/reference/quick-start";
import { SIGNATURE_PRACTICE } from "@/lib/reference/signature-practice";
import { tryForm } from "@/lib/reference/try-form";

export async function QuickStart({ path }: { path: string }) {
  const [{ staff, reader }, places, messages] = await Promise.all([
    readReader(),
    listExamplePlaces(runtime(), exampleCity()),
    getMessages(),
  ]);
  const begun = staff === null ? null : await getQuickStart(runtime(), staff);
  const example = { orderId: newOrderId(), places };
  return (
    <NextIntlClientProvider messages={{ try: messages.try, ui: messages.ui }}>
      <Steps
        reader={reader}
        path={path}
        begun={begun}
        bodies={{
          quote: tryForm(getOperation("createQuote"), "partner", example).body,
          order: tryForm(getOperation("createOrder"), "partner", example).body,
        }}
        practice={SIGNATURE_PRACTICE}
        makeKey={create}
      />
    </NextIntlClientProvider>
  );
}
