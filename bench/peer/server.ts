// The API's hot operations written by hand with Fastify and pg: the same guarantees, database and road engine.
import { randomUUID } from "node:crypto";
import Fastify, { type FastifyRequest } from "fastify";
import { Pool } from "pg";
import { findKey, type Key, RateLimit } from "@/bench/peer/keys";
import {
  cancelOrder,
  createOrder,
  listOrders,
  type OrderBody,
  patchComment,
  Refusal,
  readOrder,
} from "@/bench/peer/orders";
import { type LatLon, priceTrip, type Size, type Trip, tripKey } from "@/bench/peer/price";
import * as schemas from "@/bench/peer/schemas";

const QUOTE_MS = 5 * 60_000;
const SANE_ID = /^[\w.:-]{1,128}$/;
const { DATABASE_URL = "", DATABASE_POOL_SIZE = "10", PORT = "0" } = process.env;

const pool = new Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL_SIZE),
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
});
pool.on("error", () => {});

const limits = new RateLimit();
const app = Fastify({
  logger: false,
  bodyLimit: 1024 * 1024,
  genReqId: ({ headers }) => {
    const sent = headers["x-request-id"];
    return typeof sent === "string" && SANE_ID.test(sent) ? sent : randomUUID();
  },
});

const keys = new WeakMap<FastifyRequest, Key>();
const getKey = (request: FastifyRequest): Key => {
  const key = keys.get(request);
  if (key === undefined) throw new Refusal(401, "KEY_INVALID");
  return key;
};

app.addHook("onRequest", async (request, reply) => {
  reply.headers({
    "x-request-id": request.id,
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "geolocation=(), camera=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    vary: "Authorization",
  });
  const key = await findKey(pool, request.headers.authorization);
  if (key === null) throw new Refusal(401, "KEY_INVALID");
  keys.set(request, key);
  if (key.limit === null) return;
  const left = limits.take(key.id, key.limit);
  reply.headers({
    "ratelimit-policy": `"default";q=${key.limit};w=61`,
    ratelimit: `"default";r=${left};t=1`,
  });
  if (left < 0) throw new Refusal(429, "RATE_LIMIT_EXCEEDED");
});

app.setErrorHandler(
  (error: Error & { validation?: { instancePath: string; message?: string }[] }, _, reply) => {
    const issues =
      error.validation?.map(({ instancePath, message }) => ({ field: instancePath, message })) ?? [];
    const status = error instanceof Refusal ? error.status : issues.length > 0 ? 400 : 500;
    const code =
      error instanceof Refusal ? error.code : issues.length > 0 ? "INVALID_PAYLOAD" : "INTERNAL_ERROR";
    reply.status(status).send({
      success: false,
      error: { id: code, code, message: code, details: JSON.stringify(issues) },
    });
  },
);

const answer = (data: unknown) => ({ success: true, data });

app.register(
  async (api) => {
    api.get("/ping", { schema: { response: schemas.pingAnswer } }, async (request) => {
      const { accountId, email, limit, epoch, dataUntil } = getKey(request);
      return answer({
        ok: true,
        account: { id: accountId, email },
        scopes: ["orders:write"],
        rate_limit_per_minute: limit,
        data_epoch: String(epoch),
        data_until: dataUntil?.toISOString() ?? null,
      });
    });

    api.post<{ Body: { pickup: LatLon; dropoffs: (LatLon & { cargo_size?: Size })[] } & Partial<OrderBody> }>(
      "/quotes",
      { schema: { body: schemas.quoteBody, response: schemas.quoteAnswer } },
      async (request) => {
        const { accountId, mode } = getKey(request);
        const { body } = request;
        const trip: Trip = {
          pickup: body.pickup,
          dropoffs: body.dropoffs.map(({ latitude, longitude, cargo_size }) => ({
            latitude,
            longitude,
            size: cargo_size ?? body.cargo_size ?? "M",
          })),
          mode: body.routing_mode ?? "sequential",
        };
        const priced = await priceTrip(pool, trip);
        const id = randomUUID();
        const issuedAt = new Date();
        const expiresAt = new Date(issuedAt.getTime() + QUOTE_MS);
        const { price, distanceMeters, durationSeconds, tariffId, legs, wayBack } = priced;
        await pool.query({
          name: "insert-quote",
          text: `INSERT INTO quotes (id, account_id, mode, trip_key, routing_mode, price, distance_meters,
                   duration_seconds, tariff_id, legs, created_at, expires_at, routing,
                   return_distance_meters, return_duration_seconds)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'roads', $13, $14)`,
          values: [
            id,
            accountId,
            mode,
            tripKey(trip),
            trip.mode,
            price / 100,
            distanceMeters,
            durationSeconds,
            tariffId,
            JSON.stringify(legs),
            issuedAt,
            expiresAt,
            wayBack.distanceMeters,
            wayBack.durationSeconds,
          ],
        });
        return answer({
          quote_id: id,
          price: price / 100,
          // The tariff has no fees, so a return is free.
          return_price: 0,
          distance: distanceMeters,
          duration: durationSeconds,
          routing: "roads",
          expires_at: expiresAt.toISOString(),
          dropoffs: legs.map((leg, index) => ({
            route_id: `${id}:${index}`,
            distance: leg.distanceMeters,
            duration: leg.durationSeconds,
            cargo_size: leg.cargoSize,
            price: leg.price / 100,
          })),
        });
      },
    );

    api.post<{ Body: OrderBody }>(
      "/orders",
      { schema: { body: schemas.orderBody, response: schemas.orderAnswer } },
      async (request, reply) => {
        const made = await createOrder(pool, getKey(request), request.body);
        reply.status(made.status);
        if (made.status === 200) reply.header("idempotent-replayed", "true");
        if (made.isMismatch) reply.header("idempotent-mismatch", "true");
        return answer(made.data);
      },
    );

    api.get<{ Querystring: { limit: number; offset: number } }>(
      "/orders",
      { schema: { querystring: schemas.listQuery, response: schemas.listAnswer } },
      async (request) => {
        const { limit, offset } = request.query;
        return answer(await listOrders(pool, getKey(request), limit, offset));
      },
    );

    api.get<{ Params: { id: string } }>(
      "/orders/:id",
      { schema: { response: schemas.readAnswer } },
      async (request) => answer(await readOrder(pool, getKey(request), request.params.id)),
    );

    api.patch<{ Params: { id: string }; Body: { comment: string | null } }>(
      "/orders/:id",
      { schema: { body: schemas.patchBody, response: schemas.orderAnswer } },
      async (request) =>
        answer(await patchComment(pool, getKey(request), request.params.id, request.body.comment)),
    );

    api.post<{ Params: { id: string }; Body: { reason?: string; comment?: string } | null }>(
      "/orders/:id/cancel",
      { schema: { body: schemas.cancelBody, response: schemas.orderAnswer } },
      async (request) =>
        answer(await cancelOrder(pool, getKey(request), request.params.id, request.body ?? {})),
    );
  },
  { prefix: "/v1/partner" },
);

await app.listen({ host: "127.0.0.1", port: Number(PORT) });
process.on("SIGTERM", () => process.exit(0));
// The benchmark has exited, so this process must end itself.
process.on("disconnect", () => process.exit(0));
