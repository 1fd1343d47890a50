import { FileDown, FileSpreadsheet } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { BackLink } from "@/app/dashboard/detail";
import {
  notFoundOrThrow,
  PageFrame,
  type PageProps,
  requireAccount,
  requireMemberPage,
} from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/page-title";
import { formatMonth } from "@/components/statements/month-name";
import { PrintButton } from "@/components/statements/print-button";
import { StatementLines } from "@/components/statements/statement-lines";
import { formatRubles } from "@/components/tracking/format";
import { Heading } from "@/components/ui/heading";
import { SECONDARY } from "@/components/ui/styles";
import { getTariffVersions } from "@/lib/pricing/get-tariff";
import { type Kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";
import { getStatement } from "@/lib/statements/get-statement";
import { includedVat } from "@/lib/statements/statement";
import { withMode } from "@/lib/web/mode";

const MAX_SHOWN = 1_000;

export const generateMetadata = titleMetadata("statements.title");

export default async function StatementPage({ params, searchParams }: PageProps<{ month: string }>) {
  const { month } = await params;
  const path = `/dashboard/statements/${encodeURIComponent(month)}`;
  const { staff, scope, mode, locale } = await requireMemberPage(path, searchParams);
  const [t, format, account] = await Promise.all([
    getTranslations("statements"),
    getFormatter(),
    requireAccount(staff.accountId),
  ]);
  const range = { limit: MAX_SHOWN, offset: 0 };
  const { statement, lines } = await getStatement(runtime(), scope, month, range).catch(notFoundOrThrow);
  const tariffs = await getTariffVersions(
    runtime().db,
    lines.map(({ tariffId }) => tariffId),
  );
  const { startsAt, endsAt, timeZone, closedAt, vatPercent, legalName, legalDetails, lineCount } = statement;
  const rubles = (amount: Kopecks) => formatRubles(toRubles(amount), locale, true);
  const date = (at: Date) => format.dateTime(at, { dateStyle: "long", timeZone });
  const vat = includedVat(statement);
  const file = (type: string) => withMode(`${path}/export?type=${type}`, mode);
  return (
    <PageFrame>
      <BackLink list={withMode("/dashboard/statements", mode)}>{t("all")}</BackLink>
      <Heading
        note={
          <>
            <p className="text-ink">{account.name}</p>
            <p>
              {t("period", {
                from: date(startsAt),
                to: date(new Date(endsAt.getTime() - 1)),
                zone: timeZone,
              })}
            </p>
            <p>{closedAt === null ? t("open_note") : t("closed", { date: date(closedAt) })}</p>
          </>
        }
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <a href={file("csv")} download className={SECONDARY}>
              <FileDown aria-hidden="true" className="size-4" />
              {t("csv")}
            </a>
            <a href={file("xlsx")} download className={SECONDARY}>
              <FileSpreadsheet aria-hidden="true" className="size-4" />
              {t("xlsx")}
            </a>
            <PrintButton label={t("print")} />
          </div>
        }
      >
        {t("of", { month: formatMonth(month, locale) })}
      </Heading>
      <p className="type-display">{rubles(statement.total)}</p>
      {vat !== null && vatPercent !== null && (
        <p className="text-sm text-soft">
          {t("vat", { percent: format.number(vatPercent), amount: rubles(vat) })}
        </p>
      )}
      {legalName !== null && <p className="mt-2 text-sm">{legalName}</p>}
      {legalDetails !== null && <p className="text-sm whitespace-pre-line text-soft">{legalDetails}</p>}
      <div className="mt-8">
        {lines.length === 0 ? (
          <p className="text-sm text-soft">{t("none")}</p>
        ) : (
          <>
            <StatementLines lines={lines} tariffs={tariffs} mode={mode} />
            {lineCount > MAX_SHOWN && (
              <p className="mt-4 text-sm text-soft">{t("more", { count: MAX_SHOWN })}</p>
            )}
            <p className="mt-4 text-xs text-soft">{t("buyout_note")}</p>
          </>
        )}
      </div>
    </PageFrame>
  );
}
