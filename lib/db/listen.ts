import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { Servers } from "@/lib/db/servers";

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
// A connection dropped by a firewall reports no error, so a heartbeat must detect it.
const BEAT_EVERY_MS = 10_000;

export interface Listener {
  /** Everything committed before this instant (performance.now()) has arrived; -Infinity while unknown. */
  heardUntil(): number;
  close(): Promise<void>;
}

/**
 * Reconnects; `on.connected` means that messages may have been missed. A received beat proves that all earlier
 * messages have arrived.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  on: { message: (payload: string) => void; connected: () => void },
  beatEveryMs = BEAT_EVERY_MS,
): Listener {
  const beats = `dropline_beats_${randomBytes(8).toString("hex")}`;
  const servers = Servers.of(databaseUrl);
  let isClosed = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let sentAt = Number.NEGATIVE_INFINITY;
  let heardUntil = Number.NEGATIVE_INFINITY;

  const lost = (which: Client): void => {
    if (client !== which) return;
    client = null;
    heardUntil = Number.NEGATIVE_INFINITY;
    which.end().catch(() => {});
    clearTimeout(timer);
    if (isClosed) return;
    void servers.search();
    timer = setTimeout(connect, retryMs);
    timer.unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  const beat = (which: Client): void => {
    sentAt = performance.now();
    which.query("SELECT pg_notify($1, $2)", [beats, String(sentAt)]).then(
      () => {
        if (client !== which) return;
        timer = setTimeout(beat, beatEveryMs, which);
        timer.unref();
      },
      () => lost(which),
    );
  };

  const hear = (which: Client, heard: { channel: string; payload?: string | undefined }): void => {
    // An abandoned connection may still deliver notifications.
    if (client !== which) return;
    if (heard.channel !== beats) on.message(heard.payload ?? "");
    else if (heard.payload === String(sentAt)) heardUntil = sentAt;
  };

  const connect = (): void => {
    const fresh = new Client({
      connectionString: servers.current,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    client = fresh;
    fresh.on("error", () => lost(fresh));
    fresh.on("end", () => lost(fresh));
    fresh.on("notification", (heard) => hear(fresh, heard));
    fresh
      .connect()
      // A beat writes no data, so its commit does not need to wait for the disk.
      .then(() => fresh.query(`SET synchronous_commit = off; LISTEN ${beats}; LISTEN ${channel}`))
      .then(() => {
        if (client !== fresh) return;
        retryMs = FIRST_RETRY_MS;
        on.connected();
        beat(fresh);
      })
      .catch(() => lost(fresh));
  };

  const unfollow = servers.follow((hasMoved) => {
    if (hasMoved && client !== null) lost(client);
  });
  connect();
  return {
    heardUntil: () => heardUntil,
    close: async () => {
      isClosed = true;
      unfollow();
      clearTimeout(timer);
      const open = client;
      client = null;
      heardUntil = Number.NEGATIVE_INFINITY;
      await open?.end().catch(() => {});
    },
  };
}
