import type { PoolClient } from "pg";
import type { Parameter } from "@/lib/db/parameter";
import { isUsable, send } from "@/lib/db/send";
import type { RawResult } from "@/packages/pg-exchange/exchange";

const COMMIT = { name: "dropline_commit", text: "COMMIT", values: [] };
const ROLLBACK = { name: "dropline_rollback", text: "ROLLBACK", values: [] };

/** A transaction that is open: a connection on which nothing else is run until it ends. */
export class Transaction {
  readonly #client: PoolClient;
  readonly #discard: () => void;
  // A connection runs one statement at a time.
  #turn: Promise<unknown> = Promise.resolve();
  #isBegun = false;
  /** The latest failure of a statement, after which PostgreSQL commits nothing. */
  #failure: unknown;
  /** What a statement is refused by once the transaction has ended. */
  #end: Error | undefined;

  private constructor(client: PoolClient, discard: () => void) {
    this.#client = client;
    this.#discard = discard;
  }

  /**
   * Does the work in a transaction on this connection. Its first statement brings BEGIN along.
   *
   * @param options.discard ends the connection, on which nobody knows what is going on
   * @throws what the work throws, after a rollback
   */
  static async perform<Result>(
    client: PoolClient,
    work: (tx: Transaction) => Promise<Result>,
    { timeout, discard }: { timeout: number; discard: () => void },
  ): Promise<Result> {
    const tx = new Transaction(client, discard);
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

  run(statement: { readonly text: string; readonly values: readonly Parameter[] }): Promise<RawResult> {
    const answer = this.#turn.then(() => this.#send(statement));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #send(statement: {
    readonly text: string;
    readonly values: readonly Parameter[];
  }): Promise<RawResult> {
    if (this.#end !== undefined) throw this.#end;
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    try {
      return await send(this.#client, statement, isFirst);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
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
