// Needs only Node itself: it runs before any package is installed.
import { createServer } from "node:net";

/**
 * Listens on a port briefly.
 *
 * @param {number} port 0 for any free one
 * @param {string} [host]
 * @returns {Promise<number>} the port, which was free
 * @throws NodeJS.ErrnoException, such as EADDRINUSE, when it cannot listen there
 */
export function probePort(port, host = "127.0.0.1") {
  return new Promise((settle, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(port, host, () => {
      const address = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => settle(address.port));
    });
  });
}
