import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { exampleStatement, exampleStatementLine, exampleStatementTariff } from "@/lib/api/examples";
import { getStatement } from "@/lib/billing/get-statement";
import {
  statementLineResource,
  statementResource,
  statementTariffResource,
  toLineResource,
  toStatementResource,
  toTariffVersions,
} from "@/lib/billing/resource";
import { statementCsvHead, statementCsvLines } from "@/lib/billing/statement-csv";
import { integerParameter } from "@/lib/http/query";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { getTariffVersions } from "@/lib/pricing/get-tariff";

export const GET = operation({
  operationId: "getStatement",
  isRepeatable: true,
  summary: "Read a monthly statement",
  description:
    "What each order that ended in the month costs, with everything that determined its price. Amounts that change after the month has closed become corrections of the next one. `Accept: text/csv` returns the lines as CSV.",
  russian: {
    summary: "Счёт за месяц",
    description:
      "Сколько стоит каждый заказ, завершённый в этом месяце, и из чего сложилась цена. Что изменилось после закрытия, войдёт исправлением в следующий месяц. С `Accept: text/csv` строки вернутся в CSV.",
  },
  csv: "The lines. The header is in the first page only.",
  query: z.object({
    limit: integerParameter({
      min: 1,
      max: 1000,
      default: 1000,
      description: "How many lines to return.",
      russian: "Сколько строк вернуть.",
    }),
    offset: integerParameter({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: "How many lines to skip.",
      russian: "Сколько строк пропустить.",
    }),
  }),
  responses: {
    200: {
      description: "The statement.",
      russian: "Счёт.",
      data: z
        .object({
          statement: statementResource,
          lines: z
            .array(statementLineResource)
            .meta({ description: "By the end of their orders.", russian: "По времени завершения заказов." }),
          tariffs: z.array(statementTariffResource).meta({
            description: "Every version that a line names.",
            russian: "Все версии, указанные в строках.",
          }),
        })
        .meta({ id: "StatementWithLines" }),
      example: {
        statement: exampleStatement,
        lines: [exampleStatementLine],
        tariffs: [exampleStatementTariff],
      },
    },
  },
  errors: ["INVALID_PAYLOAD", "STATEMENT_NOT_FOUND"],
  async handle({ context: { db, clock }, issuer, key, ids, query, wantsCsv }) {
    const { statement, lines } = await getStatement({ db, clock, issuer }, key.scope, ids.month ?? "", query);
    const tariffs = await getTariffVersions(
      db,
      lines.map(({ tariffId }) => tariffId),
    );
    const headers = { Vary: "Authorization, Accept" };
    if (wantsCsv) {
      const format = csvFormat("en");
      const head = query.offset === 0 ? statementCsvHead(statement.timeZone, format) : "";
      return { csv: head + statementCsvLines(lines, statement.timeZone, tariffs, format), headers };
    }
    return {
      data: {
        statement: toStatementResource(statement),
        lines: lines.map((line) => toLineResource(line, tariffs)),
        tariffs: toTariffVersions(tariffs),
      },
      headers,
    };
  },
});
