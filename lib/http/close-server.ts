import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_EVERY_MS = 50;
// What a connection this young is about to ask may be on its way.
const SILENT_FOR_MS = 1_000;

/**
 * Lets a server take no more connections and end those it has: at once where nothing is under way, and when it has
 * been answered where something is. Node leaves a connection open that falls idle after the close, and one that has
 * never sent anything.
 *
 * @param withinMs after which what is still under way is broken off
 */
export function createCloser(server: Server): (withinMs: number) => Promise<void> {
  const sockets = new Map<Socket, number>();
  server.on("connection", (socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  return (withinMs) =>
    new Promise((resolve) => {
      const until = performance.now() + withinMs;
      const end = (): void => {
        server.closeIdleConnections();
        const now = performance.now();
        for (const [socket, since] of sockets) {
          if (socket.bytesRead === 0 && now - since > SILENT_FOR_MS) socket.destroy();
        }
        if (now > until) server.closeAllConnections();
      };
      const looks = setInterval(end, LOOK_EVERY_MS);
      server.close(() => {
        clearInterval(looks);
        resolve();
      });
      end();
    });
}
