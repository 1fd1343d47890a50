import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type QueryArrayConfig, type QueryArrayResult } from "pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { renewName, statementNames } from "@/lib/db/statement-name";

/** Prisma's models. Only `db.transaction` begins transactions, and each has its own models. */
export type Models = Omit<PrismaClient, `$${string}`>;

/** A transaction as its models use it. */
export interface ModelTransaction {
  run(statement: QueryArrayConfig): Promise<QueryArrayResult>;
  /** @throws when the transaction has ended */
  checkOpen(): void;
  /** Resolves when the transaction has ended. */
  readonly ended: Promise<void>;
  readonly timeoutMs: number;
}

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type AdapterTransaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

const statementName = statementNames();

const ADAPTER_OPTIONS = {
  // The type requires a name for each statement, pg does not.
  statementNameGenerator: ({ sql }: { readonly sql: string }) => statementName(sql) as string,
};

/** Carries PostgreSQL's error through Prisma, which replaces errors that have a code. */
class StatementError extends Error {
  constructor(override readonly cause: unknown) {
    super("A statement of a model failed.");
  }
}

/** Sends the statements of Prisma's adapter, which accepts only a Pool, by `run`. */
class StatementPool extends Pool {
  constructor(run: ModelTransaction["run"], connect?: Pool["connect"]) {
    super();
    const query = async (statement: QueryArrayConfig) => {
      try {
        return await run(statement);
      } catch (error) {
        renewName(statementName, statement.text, error);
        throw new StatementError(error);
      }
    };
    // The type cannot express all overloads.
    this.query = query as typeof this.query;
    if (connect !== undefined) this.connect = connect;
  }
}

/** The transaction that `$transaction` is to join, since Prisma passes nothing to its adapter. */
const joined = new AsyncLocalStorage<ModelTransaction>();

class ModelAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = (isolationLevel) => {
      const transaction = joined.getStore();
      return transaction === undefined ? startTransaction(isolationLevel) : joinTransaction(transaction);
    };
    return adapter;
  }
}

/** A transaction of Prisma's that `db.transaction` begins and ends. */
async function joinTransaction({ run }: ModelTransaction): Promise<AdapterTransaction> {
  const adapter = await new PrismaPg(new StatementPool(run), ADAPTER_OPTIONS).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // Prisma then sends neither COMMIT nor ROLLBACK.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: async () => {},
    rollback: async () => {},
  };
}

export class ModelClient {
  readonly #client: PrismaClient;
  /** Each statement runs on a connection of the pool. */
  readonly models: Models;

  constructor(pool: Pool) {
    const statements = new StatementPool((statement) => pool.query(statement), (() =>
      pool.connect()) as Pool["connect"]);
    const client = new PrismaClient({ adapter: new ModelAdapter(statements, ADAPTER_OPTIONS) });
    this.#client = client;
    this.models = buildModels((model, operation, args) => callModel(client, model, operation, args));
  }

  /** Models whose statements run in `transaction`; Prisma joins it at the first call. */
  openModels(transaction: ModelTransaction): Models {
    let models: Promise<Models> | undefined;
    return buildModels(async (model, operation, args) => {
      transaction.checkOpen();
      models ??= this.#join(transaction);
      return callModel(await models, model, operation, args);
    });
  }

  #join(transaction: ModelTransaction): Promise<Models> {
    return new Promise((resolve, reject) => {
      const use = (models: Models) => {
        resolve(models);
        return transaction.ended;
      };
      joined
        .run(transaction, () => this.#client.$transaction(use, { timeout: transaction.timeoutMs }))
        .catch(reject);
    });
  }
}

type ModelCall = (model: string, operation: string, args: unknown) => Promise<unknown>;

/** Models of which each operation is a `call` with the names of both. */
export function buildModels(call: ModelCall): Models {
  const buildModel = (model: string) =>
    new Proxy({}, { get: (_, operation) => (args: unknown) => call(model, String(operation), args) });
  return new Proxy({}, { get: (_, model) => buildModel(String(model)) }) as Models;
}

/** @throws PostgreSQL's own error */
export async function callModel(
  models: Models,
  model: string,
  operation: string,
  args: unknown,
): Promise<unknown> {
  const delegates = models as unknown as Record<string, Record<string, (args: unknown) => Promise<unknown>>>;
  try {
    return await delegates[model]?.[operation]?.(args);
  } catch (error) {
    throw error instanceof StatementError ? error.cause : error;
  }
}
