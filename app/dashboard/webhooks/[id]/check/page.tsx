import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink, DetailSection } from "@/app/dashboard/detail";
import { notFoundOrThrow, PageFrame, type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";
import { check } from "@/app/dashboard/webhooks/actions";
import { titleMetadata } from "@/app/title-metadata";
import { Heading } from "@/components/ui/heading";
import { SignatureCheck } from "@/components/webhooks/signature-check";
import { VerificationSamples } from "@/components/webhooks/verification-samples";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { getEndpoint } from "@/lib/webhooks/list-endpoints";
import { endpointId } from "@/lib/webhooks/schema";

export const generateMetadata = titleMetadata("webhooks.check.heading");

export default async function CheckPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id: given } = await params;
  const endpointPath = `/dashboard/webhooks/${encodeURIComponent(given)}`;
  const path = `${endpointPath}/check`;
  const { mode, scope } = await requireMemberPage(path, searchParams, "account.view_integrations");
  const id = endpointId.safeParse(given);
  if (!id.success) notFound();
  const endpoint = await getEndpoint(runtime(), scope, id.data).catch(notFoundOrThrow);
  const t = await getTranslations("webhooks");
  return (
    <PageFrame words={["webhooks"]}>
      <BackLink list={withMode(endpointPath, mode)}>{endpoint.url}</BackLink>
      <Heading note={t("check.note")}>{t("check.heading")}</Heading>
      <div className="max-w-3xl">
        <SignatureCheck id={id.data} mode={mode} check={check} />
        <DetailSection id="samples" title={t("secret.samples")} look="mt-10">
          <VerificationSamples />
        </DetailSection>
      </div>
    </PageFrame>
  );
}
