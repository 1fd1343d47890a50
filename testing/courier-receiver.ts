// Receives couriers' steps and photos in a separate process until a test kills it.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { stepInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { serveProof } from "@/lib/courier-app/serve-proof";
import { recordStep } from "@/lib/orders/fulfillment/record-step";

const serveStep = (request: Request) =>
  handleCourierAction(request, stepInput, (context, courier, { orderId, step, at, report }) =>
    recordStep(context, courier.id, { orderId, step, report, happenedAt: at }),
  );

const listener = getRequestListener((request) =>
  new URL(request.url).pathname === "/courier/steps" ? serveStep(request) : serveProof(request),
);
const server = createServer((request, response) => void listener(request, response));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
