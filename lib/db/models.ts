import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, QueryArrayConfig, QueryArrayResult } from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { statementNames } from "@/lib/db/statement-name";

/** Prisma's models. Only `db.transaction` begins transactions, and each has separate models. */
export type Models = Omit<PrismaClient, "$transaction" | "$extends" | "$connect" | "$disconnect">;

export type Run = (statement: QueryArrayConfig) => Promise<QueryArrayResult>;

/** A model call: where its statements run, and the original PostgreSQL error, which Prisma replaces with its own. */
interface Call {
  readonly run: Run;
  readonly isInTransaction: boolean;
  error?: unknown;
}

const calls = new AsyncLocalStorage<Call>();

export function openModels(pool: Pool): {
  models: Models;
  bind: (run: Run, isInTransaction?: boolean) => Models;
} {
  const statementName = statementNames();
  // PrismaPg accepts only a Pool.
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
        if ((calls.getStore()?.run ?? runOnPool) !== runOnPool) throw new Error(SEVERAL_STATEMENTS);
        return pool.connect();
      },
    },
  });
  const runOnPool: Run = (statement) => pool.query(statement);
  const client = new PrismaClient({
    // The type requires a name for each statement, pg does not.
    adapter: new PrismaPg(connections, { statementNameGenerator: ({ sql }) => statementName(sql) as string }),
  });
  const extend = (run: Run, isInTransaction: boolean) =>
    client.$extends({
      query: {
        async $allOperations({ operation, args, query }) {
          // Prisma merges findUnique calls of one tick into one statement, even from different transactions.
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
  return {
    models: extend(runOnPool, false),
    bind: (run, isInTransaction = true) => extend(run, isInTransaction),
  };
}

const FIND_UNIQUE = "findUnique is not possible in a transaction. Use findFirst.";
const SEVERAL_STATEMENTS =
  "A model call that takes several statements is not possible in a transaction. Make several calls of it.";
