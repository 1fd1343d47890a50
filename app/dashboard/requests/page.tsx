import { Pause, Play, ScrollText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { buildLogUrl, PATH, PERIODS, type Period, parseLogQuery } from "@/app/dashboard/requests/log-url";
import { titleMetadata } from "@/app/title-metadata";
import { Histogram, HistogramPlaceholder } from "@/components/api/histogram";
import { RequestFilters } from "@/components/api/request-filters";
import { RequestList } from "@/components/api/request-list";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { Refresh } from "@/components/ui/refresh";
import { SECONDARY, SMALL_SECONDARY } from "@/components/ui/styles";
import type { AccountScope } from "@/lib/account-scope";
import { listAccountKeys } from "@/lib/accounts/list-account-keys";
import { countOverTime } from "@/lib/api/request-log/histogram";
import { retentionStart } from "@/lib/api/request-log/logged-request";
import { STATUS_FAMILIES } from "@/lib/api/request-log/schema";
import { searchRequests } from "@/lib/api/request-log/search-requests";
import { config } from "@/lib/config";
import { HOUR_MS } from "@/lib/duration";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("requests.heading");

const FOLLOW_EVERY_MS = 2_000;

export default async function RequestsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.view_integrations");
  const { mode, scope } = page;
  const t = await getTranslations("requests");
  const { db, clock, publicUrl } = runtime();
  const { requestLogDays: days } = config();
  const now = clock.now();
  const { filter, period, isFollowed, cursor, narrowed } = parseLogQuery(page.parameter, now);
  const FollowIcon = isFollowed ? Pause : Play;
  // A followed list is polled, and its chart covers the last hour.
  const since = isFollowed ? new Date(now.getTime() - HOUR_MS) : retentionStart(now, days);
  const from = filter.from != null && filter.from > since ? filter.from : since;
  const to = filter.to != null && filter.to < now ? filter.to : now;
  const [keys, found] = await Promise.all([
    listAccountKeys(db, page.staff, mode),
    searchRequests(db, scope, { filter, cursor, now, keptDays: days }),
  ]);
  const isNarrowed = Object.values(filter).some((value) => value != null);
  const follow: Record<string, string> = isFollowed ? { follow: "1" } : {};
  const at = (change: Readonly<Record<string, string>>) => buildLogUrl({ ...narrowed, ...change }, mode);
  const spanned = ["from", "to", "period"].flatMap((name) =>
    narrowed[name] ? [[name, narrowed[name]]] : [],
  );
  const [first, last] = [found.requests.at(0), found.requests.at(-1)];
  const spans = [
    ...(Object.keys(PERIODS) as Period[]).map((name) => ({ name, label: t(`period.${name}`) })),
    { name: "", label: t("period.all", { days }) },
  ];
  const isOpenSpan = narrowed.from !== undefined || narrowed.to !== undefined;
  return (
    <PageFrame words={["requests"]}>
      <Heading
        note={<p className="max-w-2xl">{t("note", { days })}</p>}
        actions={
          <Link href={at(isFollowed ? {} : { follow: "1" })} className={SECONDARY}>
            <FollowIcon aria-hidden="true" className="size-4" />
            {t(isFollowed ? "pause" : "follow")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <nav aria-label={t("outcomes")} className="mb-4 overflow-x-auto border-b border-line">
        <ul className="flex gap-5">
          {(["", ...STATUS_FAMILIES] as const).map((one) => (
            <li key={one}>
              <Link
                href={at({ ...follow, status: one })}
                aria-current={String(filter.status ?? "") === one ? "true" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-soft hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium aria-[current=true]:text-ink sm:min-h-10"
              >
                {t(`outcome.${one === "" ? "all" : one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <RequestFilters
        mode={mode}
        filter={filter}
        keys={keys}
        kept={{ ...Object.fromEntries(spanned), ...follow }}
        reset={isNarrowed ? buildLogUrl({}, mode) : null}
      />
      <div className="mb-2 flex flex-wrap items-center justify-end gap-1 text-xs">
        {isFollowed ? (
          <p role="status" className="min-h-8 py-1.5 text-soft">
            {t("followed")}
            <Refresh everyMs={FOLLOW_EVERY_MS} />
          </p>
        ) : (
          <ul aria-label={t("period.label")} className="flex gap-1">
            {spans.map(({ name, label }) => (
              <li key={name}>
                <Link
                  href={at({ period: name, from: "", to: "" })}
                  aria-current={!isOpenSpan && (period ?? "") === name ? "true" : undefined}
                  className="flex min-h-11 items-center rounded-md px-2.5 text-soft hover:bg-hover hover:text-ink aria-[current=true]:bg-fill aria-[current=true]:font-medium aria-[current=true]:text-ink sm:min-h-8"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {/* The page does not wait for the count. */}
      <Suspense key={at(follow)} fallback={<HistogramPlaceholder />}>
        <Chart
          scope={scope}
          span={{ filter, from, to: to > from ? to : now }}
          address={at({ from: "", to: "", period: "" })}
        />
      </Suspense>
      {first === undefined || last === undefined ? (
        <EmptyState icon={ScrollText} heading={isNarrowed ? t("none_found", { days }) : t("empty")}>
          {!isNarrowed && (
            <dl className="mt-3 w-full max-w-2xl text-left">
              <CopyField
                label={t("try")}
                value={`curl ${publicUrl}/v1/partner/ping -H "Authorization: Bearer <API_KEY>"`}
              />
            </dl>
          )}
        </EmptyState>
      ) : (
        <>
          <RequestList
            requests={found.requests}
            keyNames={new Map(keys.map(({ id: key, name }) => [key, name]))}
            mode={mode}
          />
          <nav aria-label={t("pages")} className="mt-5 flex justify-between gap-3">
            {found.hasNewer ? (
              <span className="flex gap-2">
                <Link href={at({})} className={SMALL_SECONDARY}>
                  {t("newest")}
                </Link>
                <Link href={at({ after: String(first.id) })} className={SMALL_SECONDARY}>
                  {t("newer")}
                </Link>
              </span>
            ) : (
              <span />
            )}
            {found.hasOlder && (
              <Link href={at({ before: String(last.id) })} className={SMALL_SECONDARY}>
                {t("older")}
              </Link>
            )}
          </nav>
        </>
      )}
    </PageFrame>
  );
}

async function Chart(props: {
  scope: AccountScope;
  span: Parameters<typeof countOverTime>[2];
  address: string;
}) {
  const { scope, span, address } = props;
  return <Histogram parts={await countOverTime(runtime().db, scope, span)} address={address} />;
}
