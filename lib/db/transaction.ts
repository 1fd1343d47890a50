import type { PoolClient } from "pg";
import type { Models, ModelTransaction } from "@/lib/db/models";
import type { Parameter } from "@/lib/db/parameter";
import { isUsable, send, type TextResult } from "@/lib/db/send";

interface Options {
  readonly timeout: number;
  readonly discard: () => void;
  readonly openModels: (transaction: ModelTransaction) => Models;
}

export class Transaction {
  /** Undefined, because a transaction must not read cached rows. */
  readonly rowWatch = undefined;
  readonly #client: PoolClient;
  readonly #options: Options;
  #models: Models | undefined;
  #endModels: (() => void) | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isBegun = false;
  /** The latest failed statement's error, after which PostgreSQL cannot commit. */
  #failure: unknown;
  #end: Error | undefined;

  private constructor(client: PoolClient, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  /** BEGIN is sent before the first statement. @throws the work's error, after a rollback */
  static async perform<Result>(
    client: PoolClient,
    work: (tx: Transaction) => Promise<Result>,
    options: Options,
  ): Promise<Result> {
    const { timeout, discard } = options;
    const tx = new Transaction(client, options);
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
      tx.#endModels?.();
    }
  }

  get models(): Models {
    this.#models ??= this.#options.openModels({
      run: (statement) => this.#take(() => this.#client.query(statement)),
      checkOpen: () => this.#checkOpen(),
      ended: new Promise((resolve) => {
        this.#endModels = resolve;
      }),
      timeoutMs: this.#options.timeout,
    });
    return this.#models;
  }

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<TextResult> {
    return this.#take(() => send(this.#client, statement));
  }

  #take<Result>(step: () => Promise<Result>): Promise<Result> {
    const answer = this.#turn.then(async () => {
      this.#checkOpen();
      try {
        await this.#begin();
        return await step();
      } catch (error) {
        this.#failure = error;
        throw error;
      }
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  #checkOpen(): void {
    if (this.#end !== undefined) throw this.#end;
  }

  async #begin(): Promise<void> {
    if (this.#isBegun) return;
    this.#isBegun = true;
    await this.#client.query("BEGIN");
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
      const { command } = await this.#client.query("COMMIT");
      if (command === "COMMIT") return;
    } catch (error) {
      if (!isUsable(error)) this.#options.discard();
      throw error;
    }
    throw this.#failure ?? new Error("PostgreSQL undid the transaction.");
  }

  async #rollBack(): Promise<void> {
    if (!this.#isBegun) return;
    if (this.#failure !== undefined && !isUsable(this.#failure)) return this.#options.discard();
    await this.#client.query("ROLLBACK").catch(this.#options.discard);
  }
}
