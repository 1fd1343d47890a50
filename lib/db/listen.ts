import { Client } from "pg";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
// A connection that a firewall has dropped says nothing; asking finds out.
const CHECK_EVERY_MS = 10_000;

/** A standing LISTEN connection. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Hears what is notified on a channel, over one connection that is made again whenever it is lost.
 *
 * @param on.message told each payload, in the order of the commits
 * @param on.connected told after every connect: what was notified before it has been missed
 */
export function listen(
  databaseUrl: string,
  channel: string,
  on: { message: (payload: string) => void; connected: () => void },
): Listener {
  let isClosed = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;

  const lost = (which: Client): void => {
    if (client !== which) return;
    client = null;
    which.end().catch(() => {});
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  const check = (which: Client): void => {
    timer = setTimeout(() => {
      which.query("SELECT 1").then(
        () => client === which && check(which),
        () => lost(which),
      );
    }, CHECK_EVERY_MS);
    timer.unref();
  };

  const connect = (): void => {
    const fresh = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = fresh;
    fresh.on("error", () => lost(fresh));
    fresh.on("end", () => lost(fresh));
    fresh.on("notification", ({ payload }) => on.message(payload ?? ""));
    fresh
      .connect()
      .then(() => fresh.query(`LISTEN ${channel}`))
      .then(() => {
        retryMs = FIRST_RETRY_MS;
        check(fresh);
        on.connected();
      })
      .catch(() => lost(fresh));
  };

  connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => {});
    },
  };
}
