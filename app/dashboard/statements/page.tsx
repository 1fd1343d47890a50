import { getFormatter, getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { titleMetadata } from "@/app/title-metadata";
import { formatMonth } from "@/components/billing/format-month";
import { formatRubles } from "@/components/tracking/format";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { findBalance } from "@/lib/billing/balance";
import { listStatements } from "@/lib/billing/get-statement";
import { withMode } from "@/lib/http/mode";
import { type Kopecks, toRubles } from "@/lib/pricing/money";
import { runtime } from "@/lib/process/runtime";

const PATH = "/dashboard/statements";

export const generateMetadata = titleMetadata("statements.title");

const CELL = "px-2 py-3 first:pl-0 last:pr-0";

export default async function StatementsPage({ searchParams }: { searchParams: Query }) {
  const { scope, mode, locale } = await requireMemberPage(PATH, searchParams, "account.view_reports");
  const [t, format] = await Promise.all([getTranslations("statements"), getFormatter()]);
  const [statements, balance] = await Promise.all([
    listStatements(runtime(), scope),
    findBalance(runtime().db, scope),
  ]);
  const rubles = (amount: Kopecks) => formatRubles(toRubles(amount), locale, true);
  return (
    <PageFrame>
      <Heading note={<p className="max-w-2xl">{t(mode === "test" ? "test" : "note")}</p>}>
        {t("title")}
      </Heading>
      {balance !== null && (
        <dl className="mb-6">
          <dt className="text-sm text-soft">{t("balance")}</dt>
          <dd className="type-title">{rubles(balance)}</dd>
          <dd className="text-xs text-faint">{t("balance_note")}</dd>
        </dl>
      )}
      <table className="w-full max-w-3xl text-sm">
        <thead className="border-b border-line text-left text-xs text-soft">
          <tr>
            {(["month", "state", "lines", "total"] as const).map((name, index) => (
              <th key={name} scope="col" className={`${CELL} font-normal ${index > 1 ? "text-right" : ""}`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {statements.map(({ month, closedAt, timeZone, lineCount, total }) => (
            <tr key={month}>
              <th scope="row" className={`${CELL} text-left font-medium`}>
                <Link
                  href={withMode(`${PATH}/${month}`, mode)}
                  className={`${LINK} inline-block first-letter:uppercase`}
                >
                  {formatMonth(month, locale)}
                </Link>
              </th>
              <td className={`${CELL} text-soft`}>
                {closedAt === null
                  ? t("open")
                  : t("closed", { date: format.dateTime(closedAt, { dateStyle: "medium", timeZone }) })}
              </td>
              <td className={`${CELL} text-right tabular-nums`}>{format.number(lineCount)}</td>
              <td className={`${CELL} text-right font-medium whitespace-nowrap tabular-nums`}>
                {rubles(total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageFrame>
  );
}
