import { getTranslations } from "next-intl/server";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { add } from "@/app/dashboard/webhooks/actions";
import { titleMetadata } from "@/app/title-metadata";
import { Heading } from "@/components/ui/heading";
import { NewEndpointForm } from "@/components/webhooks/endpoint-form";
import { config } from "@/lib/config";
import { placeSample } from "@/lib/docs/sample-town";
import { ORDER_EVENTS } from "@/lib/orders/event";
import { runtime } from "@/lib/process/runtime";
import { eventExamples, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

export const generateMetadata = titleMetadata("webhooks.new");

const PATH = "/dashboard/webhooks/new";

export default async function NewEndpointPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.manage_integrations");
  const [t, town] = await Promise.all([getTranslations("webhooks"), readSampleTown(page.locale)]);
  return (
    <PageFrame words={["webhooks"]}>
      <Heading note={t(page.mode === "test" ? "new_test" : "new_live")}>{t("new")}</Heading>
      <NewEndpointForm
        add={add}
        mode={page.mode}
        types={WEBHOOK_EVENTS}
        examples={eventExamples(config().publicUrl, runtime().clock.now(), (sample) =>
          placeSample(sample, town),
        )}
        initial={{ url: "", description: "", eventTypes: ORDER_EVENTS, headers: "" }}
      />
    </PageFrame>
  );
}
