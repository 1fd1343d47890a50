import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_EVERY_MS = 50;
// Counted in checks, not in time, so that a busy process reads arrived data between two checks.
const SILENT_LOOKS = 20;

/** Closes idle connections now, others after the response or `withinMs`; reads arrived bytes to avoid a reset. */
export function createCloser(server: Server): (withinMs: number) => Promise<void> {
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
