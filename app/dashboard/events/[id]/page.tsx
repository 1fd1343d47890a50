import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink, DetailRow } from "@/app/dashboard/detail";
import { PageFrame, type PageProps, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { BodyView } from "@/components/api/body-view";
import { DeliveryBadges } from "@/components/events/event-list";
import { CopyField } from "@/components/ui/copy-field";
import { DateTime } from "@/components/ui/date-time";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { findJournalEvent } from "@/lib/webhooks/list-journal";

export const generateMetadata = titleMetadata("events.event");

export default async function EventPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { id } = await params;
  const path = `/dashboard/events/${encodeURIComponent(id)}`;
  const { mode, scope } = await requireMemberPage(path, searchParams, "account.view_integrations");
  const { db, publicUrl } = runtime();
  const event = await findJournalEvent(db, scope, id);
  if (event === null) notFound();
  const t = await getTranslations("events");
  return (
    <PageFrame words={["requests", "webhooks"]}>
      <BackLink list={withMode("/dashboard/events", mode)}>{t("heading")}</BackLink>
      <Heading note={<DateTime at={event.createdAt.toISOString()} seconds />}>
        <span className="font-mono text-lg break-all">{event.type}</span>
      </Heading>
      <dl className="mb-6 border-t border-line text-sm">
        <DetailRow term={t("order")}>
          <Link href={withMode(`/dashboard/orders/${event.orderCode}`, mode)} className={`${LINK} break-all`}>
            {event.externalOrderId}
          </Link>{" "}
          <Link
            href={withMode(
              `/dashboard/events?${new URLSearchParams({ order: event.externalOrderId })}`,
              mode,
            )}
            className={`${LINK} ml-3`}
          >
            {t("of_order")}
          </Link>
        </DetailRow>
        <DetailRow term={t("sequence")}>{event.sequence}</DetailRow>
        <DetailRow term={t("id")}>
          <span className="font-mono text-xs break-all">{event.id}</span>
        </DetailRow>
        <DetailRow term={t("told")}>
          <DeliveryBadges told={event.told} mode={mode} />
        </DetailRow>
        <DetailRow term={t("cursor")}>
          <span className="font-mono text-xs break-all">{event.cursor}</span>
          <p className="mt-1 max-w-2xl text-xs text-soft">{t("cursor_text")}</p>
        </DetailRow>
      </dl>
      <dl className="mb-6">
        <CopyField
          label={t("next")}
          value={`curl '${publicUrl}/v1/partner/events?after=${event.cursor}' -H "Authorization: Bearer $DROPLINE_KEY"`}
        />
      </dl>
      <BodyView id="body" title={t("body")} json={event.body} />
    </PageFrame>
  );
}
