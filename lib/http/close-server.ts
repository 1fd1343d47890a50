import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_EVERY_MS = 50;
// Looks, and not time: between two of them a busy process reads what has come meanwhile.
const SILENT_LOOKS = 20;

/**
 * Lets a server take no more connections and end those it has: at once where nothing is under way, and when it has
 * been answered where something is. Node leaves a connection open that falls idle after the close, and one that has
 * never sent anything.
 *
 * Each step waits until what has come by then is read: a request that lies unread where its connection is closed is
 * reset and not answered.
 *
 * @param withinMs after which what is still under way is broken off
 */
export function createCloser(server: Server): (withinMs: number) => Promise<void> {
  /** At how many looks each connection had not sent anything. */
  const sockets = new Map<Socket, number>();
  server.on("connection", (socket) => {
    sockets.set(socket, 0);
    socket.once("close", () => sockets.delete(socket));
  });
  return (withinMs) =>
    new Promise((resolve) => {
      const until = performance.now() + withinMs;
      const end = (): void => {
        server.closeIdleConnections();
        for (const [socket, looks] of sockets) {
          if (socket.bytesRead > 0) continue;
          sockets.set(socket, looks + 1);
          if (looks === SILENT_LOOKS) socket.destroy();
        }
        if (performance.now() > until) server.closeAllConnections();
      };
      const looks = setInterval(() => setImmediate(end), LOOK_EVERY_MS);
      setImmediate(() => {
        server.close(() => {
          clearInterval(looks);
          resolve();
        });
      });
    });
}
