import { Inbox } from "lucide-react";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { BackLink, DetailSection, Figure } from "@/app/dashboard/detail";
import { notFoundOrThrow, PageFrame, type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";
import {
  edit,
  remove,
  replayMissed,
  replaySelected,
  reveal,
  rotate,
  sendTest,
  switchEndpoint,
} from "@/app/dashboard/webhooks/actions";
import { titleMetadata } from "@/app/title-metadata";
import { FoldedSection } from "@/components/orders/detail/section";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Refresh } from "@/components/ui/refresh";
import { LINK, SMALL_SECONDARY } from "@/components/ui/styles";
import { DeliveryFilters, DeliveryRow } from "@/components/webhooks/deliveries";
import { DeliverySelection } from "@/components/webhooks/delivery-selection";
import { EndpointSwitches, SecretActions, SendActions } from "@/components/webhooks/endpoint-actions";
import { EditEndpointForm } from "@/components/webhooks/endpoint-form";
import { EndpointPill, endpointState } from "@/components/webhooks/states";
import { VerificationSamples } from "@/components/webhooks/verification-samples";
import type { AccountScope } from "@/lib/account-scope";
import { config } from "@/lib/config";
import { placeSample } from "@/lib/docs/sample-town";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { type DeliveryFilter, isUnderWay } from "@/lib/webhooks/delivery";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { getEndpoint } from "@/lib/webhooks/list-endpoints";
import { writeOwnHeaders } from "@/lib/webhooks/own-header";
import { deliveryFilter, endpointId } from "@/lib/webhooks/schema";
import { eventExamples, TEST_EVENTS, WEBHOOK_EVENTS } from "@/lib/webhooks/webhook-event";

const PER_PAGE = 25;

export const generateMetadata = titleMetadata("webhooks.endpoint");

export default async function EndpointPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id: given } = await params;
  const path = `/dashboard/webhooks/${encodeURIComponent(given)}`;
  const page = await requireMemberPage(path, searchParams, "account.view_integrations");
  const id = endpointId.safeParse(given);
  if (!id.success) notFound();
  const { mode, scope, parameter } = page;
  const filter = deliveryFilter.parse({
    state: parameter("state"),
    eventType: parameter("event"),
    externalOrderId: parameter("order"),
    before: parameter("before"),
  });
  // The endpoint is read last, so that it includes every attempt in the list.
  const { deliveries, nextBefore, endpoint } = await readBoth(scope, id.data, filter).catch(notFoundOrThrow);
  const [t, town] = await Promise.all([getTranslations("webhooks"), readSampleTown(page.locale)]);
  const canManage = page.isPermitted("account.manage_integrations");
  const isOn = endpoint.disabledAt === null;
  const state = endpointState(endpoint);
  const { attempts, successes, p95Ms } = endpoint.figures;
  const link = (change: Record<string, string>) => {
    const { state: ofState, eventType, externalOrderId } = filter;
    const stored = Object.entries({ state: ofState, event: eventType, order: externalOrderId, ...change });
    const query = new URLSearchParams(stored.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return withMode(query.size === 0 ? path : `${path}?${query}`, mode);
  };
  const isFiltered = Boolean(filter.state || filter.eventType || filter.externalOrderId);
  const isWatched = isOn && deliveries.some((one) => isUnderWay(one, runtime().clock.now()));
  const checkLink = (
    <Link href={withMode(`${path}/check`, mode)} className={`${LINK} inline-block min-h-6`}>
      {t("check.heading")}
    </Link>
  );
  const isSelectable = canManage && isOn;
  const list = (
    <ul className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <DeliveryRow
          key={String(delivery.id)}
          delivery={delivery}
          href={withMode(`${path}/deliveries/${delivery.id}`, mode)}
          isSelectable={isSelectable}
        />
      ))}
    </ul>
  );
  return (
    <PageFrame words={["webhooks"]}>
      {isWatched && <Refresh everyMs={2_000} />}
      <BackLink list={withMode("/dashboard/webhooks", mode)}>{t("back")}</BackLink>
      <Heading
        note={endpoint.description}
        actions={
          canManage ? (
            <EndpointSwitches
              id={id.data}
              mode={mode}
              isOn={isOn}
              switchOn={switchEndpoint}
              remove={remove}
            />
          ) : undefined
        }
      >
        <span className="text-xl break-all">{endpoint.url}</span>
      </Heading>
      {state !== "on" && <Notice>{t(`notice.${state}`)}</Notice>}
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3 text-sm">
        <Figure term={t("figures.state")}>
          <EndpointPill state={state} />
        </Figure>
        <Figure term={t("figures.day")}>
          {attempts === 0 ? t("figures.none") : t("figures.share", { succeeded: successes, count: attempts })}
        </Figure>
        {p95Ms !== null && <Figure term={t("figures.p95")}>{t("ms", { ms: Math.round(p95Ms) })}</Figure>}
        {endpoint.failingSince !== null && (
          <Figure term={t("figures.failing_since")}>
            <DateTime at={endpoint.failingSince.toISOString()} />
          </Figure>
        )}
        <Figure term={t("figures.created_at")}>
          <DateTime at={endpoint.createdAt.toISOString()} />
        </Figure>
      </dl>

      {canManage && (
        <div className="mb-8 grid grid-cols-1 gap-x-10 border-t border-line lg:grid-cols-2">
          <DetailSection id="secret" title={t("secret.heading")} look="py-5">
            <p className="mb-4 text-sm text-soft">{t("secret.text")}</p>
            {endpoint.previousSecretUntil !== null &&
              endpoint.previousSecretUntil > runtime().clock.now() && (
                <p className="mb-4 text-sm">
                  {t("secret.former_until")} <DateTime at={endpoint.previousSecretUntil.toISOString()} />
                </p>
              )}
            <SecretActions id={id.data} mode={mode} reveal={reveal} rotate={rotate} />
            <p className="mt-4 text-sm">{checkLink}</p>
          </DetailSection>
          <DetailSection id="send" title={t("send")} look="py-5 max-lg:border-t max-lg:border-line">
            {isOn ? (
              <SendActions
                id={id.data}
                mode={mode}
                types={TEST_EVENTS}
                sendTest={sendTest}
                replayMissed={replayMissed}
              />
            ) : (
              <p className="text-sm text-soft">{t("send_off")}</p>
            )}
          </DetailSection>
          <div className="border-t border-line lg:col-span-2">
            <FoldedSection title={t("secret.samples")}>
              <VerificationSamples />
            </FoldedSection>
            <FoldedSection title={t("settings")}>
              <div className="max-w-2xl">
                <EditEndpointForm
                  edit={edit}
                  id={id.data}
                  mode={mode}
                  types={WEBHOOK_EVENTS}
                  examples={eventExamples(config().publicUrl, runtime().clock.now(), (sample) =>
                    placeSample(sample, town),
                  )}
                  initial={{
                    url: endpoint.url,
                    description: endpoint.description,
                    eventTypes: endpoint.eventTypes,
                    headers: writeOwnHeaders(endpoint.headerNames),
                  }}
                />
              </div>
            </FoldedSection>
          </div>
        </div>
      )}
      {!canManage && (
        <div className="mb-6 space-y-1 text-sm">
          <p className="text-soft">{t("staff_note")}</p>
          <p>{checkLink}</p>
        </div>
      )}

      <h2 id="deliveries" className="mb-3 type-heading">
        {t("deliveries")}
      </h2>
      <DeliveryFilters path={path} mode={mode} filter={filter} />
      {deliveries.length === 0 ? (
        <EmptyState icon={Inbox} heading={t(isFiltered ? "none_found" : "no_deliveries")} />
      ) : (
        <div className="border-t border-line">
          {isSelectable ? (
            // The key resets the selection on each page.
            <DeliverySelection
              replay={replaySelected}
              key={link({ before: parameter("before") })}
              id={id.data}
              mode={mode}
              deliveries={deliveries.map((delivery) => String(delivery.id))}
            >
              {list}
            </DeliverySelection>
          ) : (
            list
          )}
        </div>
      )}
      {(nextBefore !== null || filter.before !== undefined) && (
        <nav aria-label={t("pages")} className="mt-4 flex gap-3">
          {filter.before !== undefined && (
            <Link href={link({})} className={SMALL_SECONDARY}>
              {t("newest")}
            </Link>
          )}
          {nextBefore !== null && (
            <Link href={link({ before: String(nextBefore) })} className={SMALL_SECONDARY}>
              {t("older")}
            </Link>
          )}
        </nav>
      )}
    </PageFrame>
  );
}

async function readBoth(scope: AccountScope, id: string, filter: DeliveryFilter) {
  const page = await listDeliveries(runtime().db, scope, { endpointId: id, filter, limit: PER_PAGE });
  return { ...page, endpoint: await getEndpoint(runtime(), scope, id) };
}
