import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What stands before a receiver, and can be shut: then nothing reaches it, and who is killed meanwhile has sent nothing. */
export interface Door {
  readonly url: string;
  shut(): void;
  /** Lets everything in whose sender still lives. */
  open(): void;
  /** How many wait before it. */
  waiting(): number;
  close(): Promise<void>;
}

/** Opens a door to a port of this machine. */
export async function openDoor(port: number): Promise<Door> {
  const waiting = new Map<Socket, Buffer[]>();
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((outside) => {
    const inside = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        waiting.delete(one);
        other.destroy();
      });
    }
    inside.on("data", (chunk) => outside.write(chunk));
    outside.on("data", (chunk) => {
      if (isShut) waiting.set(outside, [...(waiting.get(outside) ?? []), chunk]);
      else inside.write(chunk);
    });
    outside.on("entered", (chunk: Buffer) => inside.write(chunk));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/hook`,
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
      for (const [socket, chunks] of waiting) for (const chunk of chunks) socket.emit("entered", chunk);
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
