import { Check, CircleHelp, Clock, OctagonX, Wrench } from "lucide-react";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { readStatus } from "@/app/(site)/status/read-status";
import { buildAlternates, type Query } from "@/app/alternates";
import { Island } from "@/components/site/island";
import { HistoryBar } from "@/components/status/history-bar";
import { IncidentList } from "@/components/status/incident-list";
import { LEVEL_LOOKS } from "@/components/status/level-looks";
import { getLanguage } from "@/components/ui/get-language";
import { Badge } from "@/components/ui/pill";
import { LINK } from "@/components/ui/styles";
import type { Overall, Status } from "@/lib/health-report/status";

const REFRESH_MS = 30_000;

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }) {
  const [t, locale] = await Promise.all([getTranslations("status"), getLanguage()]);
  const alternates = buildAlternates(locale, "/status", await searchParams, { hasTwin: false });
  return { title: t("title"), alternates };
}

const OVERALL = {
  ok: { icon: Check, look: "bg-delivered-tint text-delivered" },
  slow: { icon: Clock, look: "bg-late-tint text-late" },
  stuck: { icon: OctagonX, look: "bg-bad-tint text-bad" },
  incident: { icon: Wrench, look: "bg-late-tint text-late" },
  unknown: { icon: CircleHelp, look: "bg-fill text-ink" },
} as const;

export default async function StatusPage() {
  const [t, locale, { ui }] = await Promise.all([getTranslations("status"), getLanguage(), getMessages()]);
  const { status, overall } = await readStatus();
  const open = status?.incidents.filter(({ resolvedAt }) => resolvedAt === null) ?? [];
  const past = status?.incidents.filter(({ resolvedAt }) => resolvedAt !== null) ?? [];
  return (
    <NextIntlClientProvider messages={{ ui: { age: ui.age } }}>
      <main id="main" className="mx-auto max-w-3xl px-4 pt-10 pb-14 sm:px-6">
        <p className="text-sm font-medium text-soft">{t("title")}</p>
        <Headline overall={overall} status={status} />
        {open.length > 0 && (
          <section aria-labelledby="incidents" className="mt-10">
            <h2 id="incidents" className="mb-3 type-heading">
              {t("incidents")}
            </h2>
            <IncidentList incidents={open} />
          </section>
        )}
        {status !== null && (
          <>
            <ul aria-label={t("now")} className="mt-8 divide-y divide-line border-y border-line">
              {status.parts.map(({ part, level, ...history }) => (
                <li key={part} className="py-4">
                  <div className="flex flex-wrap items-center justify-between gap-x-4">
                    <h2 className="font-medium">{t(`parts.${part}`)}</h2>
                    {level !== "off" && <Badge look={LEVEL_LOOKS[level]}>{t(`levels.${level}`)}</Badge>}
                  </div>
                  <HistoryBar part={part} {...history} />
                </li>
              ))}
            </ul>
            <section aria-labelledby="past" className="mt-10">
              <h2 id="past" className="mb-3 type-heading">
                {t("past")}
              </h2>
              {past.length === 0 ? (
                <p className="text-sm text-soft">{t("no_past")}</p>
              ) : (
                <IncidentList incidents={past} />
              )}
            </section>
          </>
        )}
        <p className="mt-8 text-sm">
          <a href={`/status.json?lang=${locale}`} className={`inline-flex min-h-11 items-center ${LINK}`}>
            {t("json")}
          </a>
        </p>
      </main>
      <Island name="Refresh" props={{ everyMs: REFRESH_MS }} />
    </NextIntlClientProvider>
  );
}

async function Headline({ overall, status }: { overall: Overall; status: Status | null }) {
  const t = await getTranslations("status");
  const { icon: Icon, look } = OVERALL[overall];
  const checkedAt = status?.checkedAt ?? null;
  const hasChecked = checkedAt !== null && checkedAt.getTime() > 0;
  return (
    <div className="mt-3 flex items-start gap-4">
      <span className={`flex size-12 shrink-0 items-center justify-center rounded-full ${look}`}>
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="min-w-0">
        <h1 className="type-display">{t(`overall.${overall}`)}</h1>
        <p className="mt-2 text-sm text-soft">
          {hasChecked
            ? t.rich(overall === "unknown" ? "last_known" : "checked", {
                time: () => <Island name="DateTime" props={{ at: checkedAt.toISOString(), short: true }} />,
              })
            : t("nothing_known")}
        </p>
      </div>
    </div>
  );
}
