import { Client, Connection } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { exchange } from "@/packages/pg-exchange/exchange";

describe("exchange", () => {
  let client: Client;

  const open = async (): Promise<Client> => {
    const opened = new Client({ connectionString: inject("clusterUrl") });
    opened.on("error", () => {});
    await opened.connect();
    return opened;
  };

  const run = (text: string, values: (string | Buffer | null)[] = [], begin = false) =>
    exchange(client, { text, name: text.slice(0, 60), values }, { begin });

  beforeAll(async () => {
    client = await open();
    await run("CREATE TEMPORARY TABLE crates (id int)");
  });

  afterAll(() => client?.end());

  it("returns columns, texts and the number of rows, at the first run and at later ones", async () => {
    for (let count = 0; count < 3; count += 1) {
      const result = await run("SELECT $1::int AS n, $2::bytea AS bytes, $3::text AS nothing", [
        "7",
        Buffer.from([0, 255]),
        null,
      ]);
      expect(result).toEqual({
        command: "SELECT",
        columns: ["n", "bytes", "nothing"],
        rows: [["7", "\\x00ff", null]],
        count: 1,
      });
    }
    const inserted = await run("INSERT INTO crates VALUES (1), (2)");
    expect(inserted).toEqual({ command: "INSERT", columns: [], rows: [], count: 2 });
    await run("DELETE FROM crates");
  });

  it("runs a statement without a name, which the connection does not keep", async () => {
    const text = "SELECT 'unnamed' AS kind";
    for (let count = 0; count < 2; count += 1) {
      expect((await exchange(client, { text, name: undefined, values: [] })).rows).toEqual([["unnamed"]]);
    }
    const stored = await run("SELECT name FROM pg_prepared_statements WHERE statement = $1", [text]);
    expect(stored.rows).toEqual([]);
  });

  it("begins a transaction and runs its first statement in one round trip", async () => {
    const sync = vi.spyOn(Connection.prototype, "sync");
    await run("INSERT INTO crates VALUES (3)", [], true);
    expect(sync).toHaveBeenCalledTimes(1);
    sync.mockRestore();
    await run("ROLLBACK");
    expect((await run("SELECT id FROM crates")).rows).toEqual([]);
  });

  it("skips the statement if BEGIN fails, and begins the next transaction", async () => {
    const insert = () => run("INSERT INTO crates VALUES (4)", [], true);
    await insert();
    await run("ROLLBACK");
    // BEGIN, prepared on this connection, now fails, which a newly parsed insert does not.
    await client.query("DEALLOCATE pg_exchange_begin");
    await expect(insert()).rejects.toMatchObject({ code: "26000" });
    expect((await run("SELECT id FROM crates")).rows).toEqual([]);
    await insert();
    await run("ROLLBACK");
    expect((await run("SELECT id FROM crates")).rows).toEqual([]);
  });

  it("rejects with the stack of its caller", async () => {
    const error: unknown = await run("SELECT 1/0").catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "22012", stack: expect.stringContaining("exchange.ts") });
  });

  it("rejects with the error that ended the session, and then with pg's own error", async () => {
    const other = await open();
    const end = { text: "SELECT pg_terminate_backend(pg_backend_pid())", name: undefined, values: [] };
    await expect(exchange(other, end)).rejects.toMatchObject({ code: "57P01" });
    await expect(exchange(other, end)).rejects.toThrow(/not queryable|terminated/);
  });
});
