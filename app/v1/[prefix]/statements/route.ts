import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { exampleStatement } from "@/lib/api/examples";
import { findBalance } from "@/lib/billing/balance";
import { listStatements } from "@/lib/billing/get-statement";
import { statementResource, toStatementResource } from "@/lib/billing/resource";
import { toRubles } from "@/lib/pricing/money";

export const GET = operation({
  operationId: "listStatements",
  isRepeatable: true,
  summary: "List monthly statements",
  description:
    "One statement per month, newest first. A month closes on the 3rd of the next one and then never changes.",
  russian: {
    summary: "Счета по месяцам",
    description:
      "Счёт за каждый месяц, новые первыми. Месяц закрывается третьего числа следующего и больше не меняется.",
  },
  responses: {
    200: {
      description: "The statements.",
      russian: "Счета.",
      data: z
        .object({
          statements: z
            .array(statementResource)
            .meta({ description: "Newest first.", russian: "Новые первыми." }),
          balance: z.number().nullable().meta({
            description: "Payments minus closed statements, in RUB; null if no payments are recorded.",
            russian: "Оплаты минус закрытые счета, в рублях; null, если оплат нет.",
          }),
        })
        .meta({ id: "StatementList" }),
      example: { statements: [exampleStatement], balance: null },
    },
  },
  errors: [],
  async handle({ context: { db, clock }, issuer, key }) {
    const statements = await listStatements({ db, clock, issuer }, key.scope);
    const balance = await findBalance(db, key.scope);
    return {
      data: {
        statements: statements.map(toStatementResource),
        balance: balance === null ? null : toRubles(balance),
      },
    };
  },
});
