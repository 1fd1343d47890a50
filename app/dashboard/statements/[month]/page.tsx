import { FileDown, FileSpreadsheet } from "lucide-react";
import { redirect } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import { BackLink } from "@/app/dashboard/detail";
import {
  notFoundOrThrow,
  PageFrame,
  type PageProps,
  requireAccount,
  requireMemberPage,
} from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { formatMonth } from "@/components/billing/format-month";
import { PrintButton } from "@/components/billing/print-button";
import { StatementLines } from "@/components/billing/statement-lines";
import { StatementPages } from "@/components/billing/statement-pages";
import { formatRubles } from "@/components/tracking/format";
import { Heading } from "@/components/ui/heading";
import { SECONDARY } from "@/components/ui/styles";
import { getStatement } from "@/lib/billing/get-statement";
import { includedVat } from "@/lib/billing/statement";
import { MAX_XLSX_LINES } from "@/lib/billing/xlsx";
import { withMode } from "@/lib/http/mode";
import { getTariffVersions } from "@/lib/pricing/get-tariff";
import { type Kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

const LINES_PER_PAGE = 50;

/** 1 for what is not the number of a page. */
const readPageNumber = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1);

export const generateMetadata = titleMetadata("statements.title");

export default async function StatementPage({ params, searchParams }: PageProps<{ month: string }>) {
  const { month } = await params;
  const path = `/dashboard/statements/${encodeURIComponent(month)}`;
  const { staff, scope, mode, locale, parameter } = await requireMemberPage(
    path,
    searchParams,
    "account.view_reports",
  );
  const [t, format, account] = await Promise.all([
    getTranslations("statements"),
    getFormatter(),
    requireAccount(staff.accountId),
  ]);
  const page = readPageNumber(parameter("page"));
  const range = { limit: LINES_PER_PAGE, offset: (page - 1) * LINES_PER_PAGE };
  const { statement, lines } = await getStatement(runtime(), scope, month, range).catch(notFoundOrThrow);
  const tariffs = await getTariffVersions(
    runtime().db,
    lines.map(({ tariffId }) => tariffId),
  );
  // The last page of an open month may have vanished since the link was shown.
  if (lines.length === 0 && page > 1) redirect(withMode(path, mode));
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
            {lineCount <= MAX_XLSX_LINES && (
              <a href={file("xlsx")} download className={SECONDARY}>
                <FileSpreadsheet aria-hidden="true" className="size-4" />
                {t("xlsx")}
              </a>
            )}
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
            <StatementPages
              page={page}
              size={LINES_PER_PAGE}
              count={lineCount}
              href={(number) => withMode(number === 1 ? path : `${path}?page=${number}`, mode)}
            />
            <p className="mt-4 text-xs text-soft">{t("buyout_note")}</p>
          </>
        )}
      </div>
    </PageFrame>
  );
}
