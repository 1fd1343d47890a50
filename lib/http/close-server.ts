import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_EVERY_MS = 50;
// Checks rather than time: between two of them a busy process reads what has arrived.
const SILENT_LOOKS = 20;

/**
 * Makes a server take no more connections and end those it has: at once when idle, or after the answer when a request
 * is under way. Node leaves a connection open that falls idle after the close, and one that has never sent anything.
 *
 * Each step waits until everything that has arrived is read: closing a connection with an unread request would reset it
 * without an answer.
 *
 * @param withinMs after which requests still under way are cut off
 */
export function createCloser(server: Server): (withinMs: number) => Promise<void> {
  /** At how many checks each connection had sent nothing. */
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
