import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const READY_FOR_QUERY = "Z";
const IDLE = "I";
/** Length of the header of a message: its type and its length. */
const HEADER_BYTES = 5;

/** A connection pooler for tests that gives a session to a client for one transaction at a time. */
export interface TransactionPooler {
  readonly databaseUrl: string;
  close(): Promise<void>;
}

/** A session of PostgreSQL, and the client that it serves at this moment. */
interface Session {
  readonly socket: Socket;
  client: Client | null;
}

interface Client {
  readonly socket: Socket;
  session: Session | null;
  /** Data that the client sent while no session was free. */
  waiting: Buffer[];
}

/** Starts a pooler in front of a server. Each client signs in on its own session, which then joins the pool. */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const target = new URL(databaseUrl);
  // The session released last is given away first, as in PgBouncer.
  const idle: Session[] = [];
  const queue: Client[] = [];
  const sockets = new Set<Socket>();

  const serve = (client: Client, session: Session): void => {
    client.session = session;
    session.client = client;
    for (const bytes of client.waiting.splice(0)) session.socket.write(bytes);
  };

  const release = (session: Session): void => {
    if (session.client !== null) session.client.session = null;
    session.client = null;
    const next = queue.shift();
    if (next === undefined) idle.push(session);
    else serve(next, session);
  };

  const openSession = (client: Client): Session => {
    const socket = connect(Number(target.port || 5432), target.hostname);
    const session: Session = { socket, client };
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEADER_BYTES) {
        const bytes = 1 + rest.readInt32BE(1);
        if (rest.length < bytes) return;
        const message = rest.subarray(0, bytes);
        rest = rest.subarray(bytes);
        session.client?.socket.write(message);
        const isReady = String.fromCharCode(message[0] ?? 0) === READY_FOR_QUERY;
        if (!isReady || String.fromCharCode(message[HEADER_BYTES] ?? 0) !== IDLE) continue;
        release(session);
      }
    });
    return session;
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    const client: Client = { socket, session: null, waiting: [] };
    client.session = openSession(client);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (client.session !== null) return client.session.socket.write(bytes);
      // When a client ends, its session stays open.
      if (String.fromCharCode(bytes[0] ?? 0) === "X") return socket.end();
      client.waiting.push(bytes);
      const session = idle.pop();
      if (session === undefined) queue.push(client);
      else serve(client, session);
    });
    socket.on("close", () => client.session?.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(databaseUrl);
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  return {
    databaseUrl: own.href,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
