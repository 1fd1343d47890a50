// Takes couriers' photos in a process of its own until it is killed, which tests do.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { serveProof } from "@/lib/courier-app/serve-proof";

const listener = getRequestListener((request) => serveProof(request));
const server = createServer((request, response) => void listener(request, response));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
