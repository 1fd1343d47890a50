import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { KeyUseRecorder } from "@/lib/accounts/key-use-recorder";
import type { Actor } from "@/lib/actor";
import { RequestRecorder } from "@/lib/api/request-log/request-recorder";
import { followCity } from "@/lib/city/city";
import { createCityGeocoder } from "@/lib/city/geocoding/create-city-geocoder";
import { createGeocoder, type Geocoder } from "@/lib/city/geocoding/geocoder";
import { DrawingQueue } from "@/lib/city/map/draw-in-turn";
import { type Clock, systemClock } from "@/lib/clock";
import { type Config, config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { PositionRecorder } from "@/lib/couriers/position-recorder";
import { type Database, openDatabase, openPool } from "@/lib/db/client";
import { watchRows } from "@/lib/db/row-cache";
import { PlanThread } from "@/lib/dispatch/plan-thread";
import type { Planner } from "@/lib/dispatch/planner";
import { FairQueue } from "@/lib/fair-queue";
import { openFileStore } from "@/lib/files/open-file-store";
import { PictureQueue } from "@/lib/files/picture-queue";
import { ProxyCheck } from "@/lib/http/proxy-check";
import { MemoryRateLimiter, type RateLimiter } from "@/lib/http/rate-limit";
import { SharedRateLimiter } from "@/lib/http/shared-rate-limiter";
import { logFailure } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { openRouter } from "@/lib/process/open-router";
import type { RouteCaller } from "@/lib/routing/road-server";
import { Hub } from "@/lib/streams/hub";

export type Runtime = Readonly<ReturnType<typeof createRuntime>>;

export function createContext(served: Runtime, actor: Actor, caller?: RouteCaller): Context {
  const { db, clock, publicUrl, dispatch, planner } = served;
  const router = caller === undefined ? served.router : served.router.forCaller(caller);
  return { db, clock, router, publicUrl, dispatch, planner, actor };
}

const MAX_BUSY_ACCOUNTS = 10;
/** Maximum number of waiting requests per account; more could not be handled within their deadline. */
const MAX_WAITING_REQUESTS = 1_000;
const KEY_USE_FLUSH_MS = 10_000;
const REQUEST_LOG_FLUSH_MS = 1_000;

export function createRuntime(db: Database, settings: Config, clock: Clock = systemClock) {
  const geocoderNow = followGeocoder(db, settings);
  const pictures = new PictureQueue();
  const rateLimiter: RateLimiter =
    settings.rateLimitStore === "postgres" ? new SharedRateLimiter(db) : new MemoryRateLimiter();
  return {
    db,
    clock,
    router: openRouter(settings),
    /** Null without a city and a configured server: address search is then off. A city may be built at any time. */
    get geocoder() {
      return geocoderNow();
    },
    rateLimiter,
    proxyCheck: new ProxyCheck(settings.proxyHops),
    requestQueue: new FairQueue({
      maxActive: settings.accountConcurrency * MAX_BUSY_ACCOUNTS,
      maxActivePerKey: settings.accountConcurrency,
      maxWaitingPerKey: MAX_WAITING_REQUESTS,
    }),
    keyUse: new KeyUseRecorder(db),
    positions: new PositionRecorder({ db, clock }),
    requestLog: settings.requestLog
      ? new RequestRecorder(openPool(settings.databaseUrl, 1), (outcome, calls) =>
          metrics().loggedRequests.inc({ outcome }, calls),
        )
      : null,
    files: openFileStore(settings.files),
    pictures,
    drawings: new DrawingQueue(pictures),
    hub: new Hub(settings.databaseUrl, settings.mostStreams),
    /** The page that is being rendered for several visitors; the page may shorten its lifetime. */
    rendering: new AsyncLocalStorage<{ lastsMs: number }>(),
    // Without a shared secret, a process accepts only the file URLs that it signed itself.
    fileSecret: settings.authSecret ?? randomUUID(),
    formerFileSecret: settings.formerAuthSecret,
    webhooks: settings.webhooks,
    issuer: settings.billing,
    supportEmail: settings.supportEmail,
    publicUrl: settings.publicUrl,
    dispatch: settings.dispatch,
    planner: new PlanThread() as Planner,
    checkResponses: settings.checkResponses,
  };
}

function followGeocoder(db: Database, { geocoder, dataDir }: Config): () => Geocoder | null {
  if (geocoder === null) return () => null;
  if (geocoder.type !== "city") {
    const onFailure = (reason: string) => metrics().geocodingFailures.inc({ reason });
    const served = createGeocoder({ ...geocoder, onFailure });
    return () => served;
  }
  const city = followCity(dataDir);
  const own = createCityGeocoder(db, () => city()?.version ?? null);
  return () => (city() === null ? null : own);
}

// Next bundles the pages apart from server.ts, so a module's own state exists twice in a process.
const shared = globalThis as unknown as { droplineRuntime?: Runtime };

export function runtime(): Runtime {
  shared.droplineRuntime ??= openRuntime();
  return shared.droplineRuntime;
}

function openRuntime(): Runtime {
  const settings = config();
  const db = openDatabase(settings.databaseUrl, settings.databasePoolSize);
  const created = createRuntime(db, settings);
  watchRows(db, settings.databaseUrl);
  const flush = () => created.keyUse.flush().catch((error) => logFailure("key use not recorded", error));
  setInterval(flush, KEY_USE_FLUSH_MS).unref();
  setInterval(() => created.requestLog?.flush(), REQUEST_LOG_FLUSH_MS).unref();
  return created;
}
