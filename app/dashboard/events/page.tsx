import { Pause, Play, Radio } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { FilterChoice, FilterForm, FilterText } from "@/components/api/request-filters";
import { EventList } from "@/components/events/event-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { LINK, SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { ORDER_EVENTS } from "@/lib/orders/event";
import { runtime } from "@/lib/process/runtime";
import { listJournal } from "@/lib/webhooks/list-journal";
import { journalFilter } from "@/lib/webhooks/schema";

export const generateMetadata = titleMetadata("events.heading");

const PATH = "/dashboard/events";
const PER_PAGE = 50;
const FOLLOW_EVERY_MS = 2_000;

export default async function EventsPage({ searchParams }: { searchParams: Query }) {
  const { mode, scope, parameter } = await requireMemberPage(PATH, searchParams, "account.view_integrations");
  const t = await getTranslations("events");
  const filter = journalFilter.parse({ type: parameter("type"), externalOrderId: parameter("order") });
  const isFollowed = parameter("follow") === "1";
  const FollowIcon = isFollowed ? Pause : Play;
  const before = isFollowed ? "" : parameter("before");
  const { events, hasOlder } = await listJournal(runtime(), scope, { filter, before, limit: PER_PAGE });
  const at = (change: Record<string, string>) => {
    const values = { type: filter.type ?? "", order: filter.externalOrderId ?? "", ...change };
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
    return withMode(query.size === 0 ? PATH : `${PATH}?${query}`, mode);
  };
  const isNarrowed = filter.type !== null || filter.externalOrderId !== null;
  const last = events.at(-1);
  return (
    <PageFrame words={["events", "webhooks"]}>
      <Heading
        note={
          <p className="max-w-2xl">
            {t("note")}{" "}
            <Link href="/docs/listEvents" className={LINK}>
              {t("docs")}
            </Link>
          </p>
        }
        actions={
          <Link href={at(isFollowed ? {} : { follow: "1" })} className={SECONDARY}>
            <FollowIcon aria-hidden="true" className="size-4" />
            {t(isFollowed ? "pause" : "follow")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <FilterForm
        action={PATH}
        label={t("filters")}
        hidden={{ ...(mode === "test" ? { mode } : {}), ...(isFollowed ? { follow: "1" } : {}) }}
        apply={t("apply")}
        reset={isNarrowed ? { href: at({ type: "", order: "" }), label: t("reset") } : null}
      >
        <FilterChoice
          name="type"
          label={t("type")}
          any={t("any_type")}
          value={filter.type}
          options={ORDER_EVENTS}
        />
        <FilterText
          name="order"
          label={t("order")}
          value={filter.externalOrderId}
          look="min-w-40 flex-1 sm:max-w-56"
        />
      </FilterForm>
      {isFollowed && (
        <p role="status" className="mb-3 text-xs text-soft">
          {t("followed")}
          <Refresh everyMs={FOLLOW_EVERY_MS} />
        </p>
      )}
      {last === undefined ? (
        <EmptyState icon={Radio} heading={t(isNarrowed ? "none_found" : "empty")}>
          <p className="mt-1 max-w-md text-sm text-soft">{t("empty_text")}</p>
        </EmptyState>
      ) : (
        <>
          <EventList events={events} mode={mode} />
          <nav aria-label={t("pages")} className="mt-5 flex justify-between gap-3">
            {before === "" ? (
              <span />
            ) : (
              <Link href={at({})} className={SMALL_SECONDARY}>
                {t("newest")}
              </Link>
            )}
            {hasOlder && (
              <Link href={at({ before: last.cursor })} className={SMALL_SECONDARY}>
                {t("older")}
              </Link>
            )}
          </nav>
        </>
      )}
    </PageFrame>
  );
}
