import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink, DetailSection, Figure } from "@/app/dashboard/detail";
import { notFoundOrThrow, PageFrame, type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";
import { replay } from "@/app/dashboard/webhooks/actions";
import { titleMetadata } from "@/app/title-metadata";
import { Disclosure } from "@/components/orders/detail/section";
import { CodeBox } from "@/components/ui/code-box";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { LINK } from "@/components/ui/styles";
import { ReplayButton } from "@/components/webhooks/endpoint-actions";
import { DeliveryPill } from "@/components/webhooks/states";
import type { WebhookAttempt } from "@/lib/db/generated/client";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { ATTEMPT_FAILURES } from "@/lib/webhooks/attempt";
import { isUnderWay } from "@/lib/webhooks/delivery";
import { getDelivery } from "@/lib/webhooks/list-deliveries";
import { deliveryId, endpointId } from "@/lib/webhooks/schema";

export const generateMetadata = titleMetadata("webhooks.delivery");

export default async function DeliveryPage(props: PageProps<{ id: string; delivery: string }>) {
  const input = await props.params;
  const endpointPath = `/dashboard/webhooks/${encodeURIComponent(input.id)}`;
  const path = `${endpointPath}/deliveries/${encodeURIComponent(input.delivery)}`;
  const page = await requireMemberPage(path, props.searchParams, "account.view_integrations");
  const { mode, scope } = page;
  const [id, delivery] = [endpointId.safeParse(input.id), deliveryId.safeParse(input.delivery)];
  if (!id.success || !delivery.success) notFound();
  const file = await getDelivery(runtime().db, scope, {
    endpointId: id.data,
    deliveryId: delivery.data,
  }).catch(notFoundOrThrow);
  const t = await getTranslations("webhooks");
  const { endpoint } = file;
  const isOn = endpoint.disabledAt === null;
  const canReplay = page.isPermitted("account.manage_integrations") && isOn && file.body !== null;
  return (
    <PageFrame words={["webhooks"]}>
      {isOn && isUnderWay(file, runtime().clock.now()) && <Refresh everyMs={2_000} />}
      <BackLink list={withMode(endpointPath, mode)}>{endpoint.url}</BackLink>
      <Heading
        note={<DeliveryPill state={file.state} />}
        actions={
          canReplay ? (
            <ReplayButton id={id.data} mode={mode} delivery={String(file.id)} replay={replay} />
          ) : undefined
        }
      >
        <span className="font-mono text-xl break-all">{file.eventType}</span>
      </Heading>
      <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-3 text-sm">
        <Figure term={t("event_id")}>
          <span className="font-mono text-xs break-all">{file.eventId}</span>
        </Figure>
        {file.externalOrderId !== null && (
          <Figure term={t("filter.order")}>
            <Link
              href={withMode(`/dashboard/orders/${file.orderCode}`, mode)}
              className={`${LINK} break-all`}
            >
              {file.externalOrderId}
            </Link>
          </Figure>
        )}
        <Figure term={t("happened_at")}>
          <DateTime at={file.createdAt.toISOString()} seconds />
        </Figure>
        {file.state === "pending" && (
          <Figure term={t("next_try")}>
            {isOn ? <DateTime at={file.runAt.toISOString()} seconds /> : t("next_when_on")}
          </Figure>
        )}
      </dl>

      <DetailSection id="log" title={t("log")} look="mb-8">
        {file.log.length === 0 ? (
          <p className="text-sm text-soft">{t("log_none")}</p>
        ) : (
          <ol className="border-t border-line">
            {file.log.map((attempt) => (
              <Attempt
                key={attempt.number}
                attempt={attempt}
                eventId={file.eventId}
                hasOwnHeaders={endpoint.headerNames.length > 0}
              />
            ))}
          </ol>
        )}
      </DetailSection>

      <DetailSection id="body" title={t("body")}>
        <p className="mb-3 text-sm text-soft">{t("body_text")}</p>
        {file.body === null ? (
          <p className="text-sm text-soft">{t("body_gone")}</p>
        ) : (
          <CodeBox label={t("body")} text={file.body} isTall isWrapped />
        )}
      </DetailSection>
    </PageFrame>
  );
}

async function Attempt(props: { attempt: WebhookAttempt; eventId: string; hasOwnHeaders: boolean }) {
  const { attempt, eventId, hasOwnHeaders } = props;
  const t = await getTranslations("webhooks");
  const { number, attemptedAt, status, durationMs, signature, response, detail } = attempt;
  const failure = ATTEMPT_FAILURES.find((one) => one === attempt.failure);
  const timestamp = Math.floor(attemptedAt.getTime() / 1000);
  const headers = [
    "content-type: application/json",
    "user-agent: Dropline",
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: ${signature}`,
  ].join("\n");
  return (
    <li className="border-b border-line py-3.5 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-medium">{t("try", { number })}</span>
        <span className={attempt.failure === null ? "text-delivered" : "text-bad"}>
          {status === null ? t("no_answer") : t("answered", { status: String(status) })}
        </span>
        <span className="text-xs text-soft tabular-nums">{t("ms", { ms: durationMs })}</span>
        <span className="text-xs text-soft">
          <DateTime at={attemptedAt.toISOString()} seconds />
        </span>
      </p>
      {failure !== undefined && (
        <p className="mt-1 text-soft">
          {t(`failure.${failure}`)}
          {detail === null ? "" : ` (${detail})`}
        </p>
      )}
      <Disclosure summary={t("details")}>
        <div className="mt-1 space-y-3 pl-6">
          <div>
            <h3 className="mb-1 text-xs font-medium text-soft">{t("headers")}</h3>
            <CodeBox label={t("headers")} text={headers} isTall isWrapped />
            {hasOwnHeaders && <p className="mt-1 text-xs text-soft">{t("own_headers")}</p>}
          </div>
          {response !== null && response !== "" && (
            <div>
              <h3 className="mb-1 text-xs font-medium text-soft">{t("response")}</h3>
              <CodeBox label={t("response")} text={response} isTall isWrapped />
            </div>
          )}
        </div>
      </Disclosure>
    </li>
  );
}
