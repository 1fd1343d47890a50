import type { PoolClient, QueryArrayConfig, QueryArrayResult } from "pg";
import type { Models, Run } from "@/lib/db/models";
import type { Parameter } from "@/lib/db/parameter";
import { isUsable, send } from "@/lib/db/send";
import type { RawResult } from "@/packages/pg-exchange/exchange";

const BEGIN = { name: "dropline_begin", text: "BEGIN", values: [] };
const COMMIT = { name: "dropline_commit", text: "COMMIT", values: [] };
const ROLLBACK = { name: "dropline_rollback", text: "ROLLBACK", values: [] };

export class Transaction {
  /** Undefined, because a transaction must not read cached rows. */
  readonly rowWatch = undefined;
  readonly #client: PoolClient;
  readonly #discard: () => void;
  readonly #bindModels: (run: Run) => Models;
  #models: Models | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isBegun = false;
  /** The latest failed statement's error, after which PostgreSQL cannot commit. */
  #failure: unknown;
  #end: Error | undefined;

  private constructor(client: PoolClient, discard: () => void, bindModels: (run: Run) => Models) {
    this.#client = client;
    this.#discard = discard;
    this.#bindModels = bindModels;
  }

  /** BEGIN is sent with the first statement. @throws the work's error, after a rollback */
  static async perform<Result>(
    client: PoolClient,
    work: (tx: Transaction) => Promise<Result>,
    options: { timeout: number; discard: () => void; bindModels: (run: Run) => Models },
  ): Promise<Result> {
    const { timeout, discard } = options;
    const tx = new Transaction(client, discard, options.bindModels);
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        tx.#end = new Error(`Transaction expired after ${timeout} ms.`);
        discard();
        fail(tx.#end);
      }, timeout);
    });
    try {
      return await Promise.race([tx.#perform(work), expired]);
    } finally {
      clearTimeout(timer);
    }
  }

  get models(): Models {
    this.#models ??= this.#bindModels((statement) => this.query(statement));
    return this.#models;
  }

  /** Runs a statement of a Prisma model. */
  query(statement: QueryArrayConfig): Promise<QueryArrayResult> {
    return this.#take((isFirst) => this.#query(statement, isFirst));
  }

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<RawResult> {
    return this.#take((isFirst) => send(this.#client, statement, isFirst));
  }

  async #query(statement: QueryArrayConfig, isFirst: boolean): Promise<QueryArrayResult> {
    if (isFirst) await send(this.#client, BEGIN);
    return this.#client.query(statement);
  }

  #take<Result>(step: (isFirst: boolean) => Promise<Result>): Promise<Result> {
    const answer = this.#turn.then(async () => {
      if (this.#end !== undefined) throw this.#end;
      const isFirst = !this.#isBegun;
      this.#isBegun = true;
      try {
        return await step(isFirst);
      } catch (error) {
        this.#failure = error;
        throw error;
      }
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #perform<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    let result: Result;
    try {
      result = await work(this);
    } catch (error) {
      this.#close();
      await this.#turn;
      await this.#rollBack();
      throw error;
    }
    await this.#turn;
    this.#close();
    await this.#commit();
    return result;
  }

  #close(): void {
    this.#end ??= new Error("The transaction has ended: nothing can be run in it any more.");
  }

  async #commit(): Promise<void> {
    if (!this.#isBegun) return;
    try {
      const { command } = await send(this.#client, COMMIT);
      if (command === "COMMIT") return;
    } catch (error) {
      if (!isUsable(error)) this.#discard();
      throw error;
    }
    throw this.#failure ?? new Error("PostgreSQL undid the transaction.");
  }

  async #rollBack(): Promise<void> {
    if (!this.#isBegun) return;
    if (this.#failure !== undefined && !isUsable(this.#failure)) return this.#discard();
    await send(this.#client, ROLLBACK).catch(this.#discard);
  }
}
