import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What goes through a door: requests in, answers out. */
export type Passing = "requests" | "answers";

/** What stands before a receiver, and can be shut: who is killed meanwhile has sent nothing, or was answered nothing. */
export interface Door {
  readonly url: string;
  /** Keeps these until it is opened. */
  shut(kept: Passing): void;
  /** Lets everything through whose sender still lives. */
  open(): void;
  /** How many wait before it. */
  waiting(): number;
  close(): Promise<void>;
}

/** Opens a door to a port of this machine. */
export async function openDoor(port: number): Promise<Door> {
  /** For each socket of a sender, what it is still to be passed. */
  const waiting = new Map<Socket, (() => void)[]>();
  const sockets = new Set<Socket>();
  let kept: Passing | null = null;
  const server = createServer((outside) => {
    const inside = connect(port, "127.0.0.1");
    const pass = (passing: Passing, go: () => void) => {
      if (kept === passing) waiting.set(outside, [...(waiting.get(outside) ?? []), go]);
      else go();
    };
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        waiting.delete(outside);
        other.destroy();
      });
    }
    outside.on("data", (chunk) => pass("requests", () => inside.write(chunk)));
    inside.on("data", (chunk) => pass("answers", () => outside.write(chunk)));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/hook`,
    shut: (passing) => {
      kept = passing;
    },
    open: () => {
      kept = null;
      for (const held of waiting.values()) for (const go of held) go();
      waiting.clear();
    },
    waiting: () => waiting.size,
    close: async () => {
      const closed = new Promise((settle) => server.close(settle));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
