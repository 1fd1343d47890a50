import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, QueryArrayConfig, QueryArrayResult } from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { statementNames } from "@/lib/db/statement-name";

/** Prisma's models. Only `db.transaction` begins transactions, and each has separate models. */
export type Models = Omit<PrismaClient, "$transaction" | "$extends" | "$connect" | "$disconnect">;

export type Run = (statement: QueryArrayConfig) => Promise<QueryArrayResult>;

/** A call of a model: where its statements run, and PostgreSQL's own error, which Prisma's replaces. */
interface Call {
  readonly run: Run;
  readonly isInTransaction: boolean;
  error?: unknown;
}

const calls = new AsyncLocalStorage<Call>();

export function openModels(pool: Pool): { models: Models; bind: (run: Run) => Models } {
  const statementName = statementNames();
  // PrismaPg takes only a Pool.
  const connections: Pool = Object.create(pool, {
    query: {
      value: async (statement: QueryArrayConfig) => {
        const call = calls.getStore();
        try {
          return await (call?.run ?? runOnPool)(statement);
        } catch (error) {
          if (call !== undefined) call.error = error;
          throw error;
        }
      },
    },
    connect: {
      value: () => {
        if (calls.getStore()?.isInTransaction) throw new Error(SEVERAL_STATEMENTS);
        return pool.connect();
      },
    },
  });
  const runOnPool: Run = (statement) => pool.query(statement);
  const client = new PrismaClient({
    // The type wants a name for each statement, pg does not.
    adapter: new PrismaPg(connections, { statementNameGenerator: ({ sql }) => statementName(sql) as string }),
  });
  const extend = (run: Run, isInTransaction: boolean) =>
    client.$extends({
      query: {
        async $allOperations({ operation, args, query }) {
          // Prisma joins those of one tick into one statement, whichever transactions they belong to.
          if (isInTransaction && operation.startsWith("findUnique")) throw new Error(FIND_UNIQUE);
          const call: Call = { run, isInTransaction };
          try {
            return await calls.run(call, async () => await query(args));
          } catch (error) {
            throw call.error ?? error;
          }
        },
      },
    }) as unknown as Models;
  return { models: extend(runOnPool, false), bind: (run) => extend(run, true) };
}

const FIND_UNIQUE = "findUnique is not possible in a transaction. Use findFirst.";
const SEVERAL_STATEMENTS =
  "A model call that takes several statements is not possible in a transaction. Make several calls of it.";
