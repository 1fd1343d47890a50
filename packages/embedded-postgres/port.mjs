// Needs only Node itself: it runs before any package is installed.
import { createServer } from "node:net";

/**
 * Listens on a port briefly.
 * @param {number} port 0 for any free one @param {string} [host] @returns {Promise<number>} the port, which was free
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

/**
 * Throws a one-line message unless the service can listen there and browsers allow the port.
 * @param {string} wanted the port, as it was given @param {string} host
 */
export async function checkPort(wanted, host) {
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a whole number from 1 to 65535, not ${wanted}`);
  }
  try {
    await probePort(port, host);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "EADDRINUSE") throw new Error(`Cannot listen on ${host}:${port} (${code})`);
    throw new Error(
      `Port ${port} is taken. Choose another: PORT=${port < 65_535 ? port + 1 : 3000} npm start`,
    );
  }
  if (await isKeptByBrowsers(port)) {
    throw new Error(`Browsers open no pages on port ${port}. Choose another: PORT=3000 npm start`);
  }
}

/**
 * Whether browsers block the port, as they do with 6000. Node's fetch blocks the same ports.
 * @param {number} port a free one
 */
async function isKeptByBrowsers(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
  } catch (error) {
    return /** @type {Error & { cause?: Error }} */ (error).cause?.message === "bad port";
  }
  return false;
}
