import { DomainError } from "@/lib/domain-error";
import { FairQueue } from "@/lib/fair-queue";
import type { Point } from "@/lib/point";
import { LegCache, type LegEnds, type LegResult, toLegKey, type VersionedLeg } from "@/lib/routing/leg-cache";
import { OsrmClient, type Profile } from "@/lib/routing/osrm";
import { RoutingFailure } from "@/lib/routing/routing-failure";

const PROBE_TIMEOUT_MS = 2_000;
/** Maximum delay until a switch of the map, or the end of an outage, is detected. */
const PROBE_EVERY_MS = 1_000;
/** Maximum number of waiting requests of one caller; more could not be served within their deadline. */
const MAX_WAITING = 1_000;
const MAX_ATTEMPTS = 3;

export interface RouteCaller {
  /** Key of the fair queue, such as an account id. */
  readonly key: string;
  /** On the scale of `performance.now()`. */
  readonly deadlineAt: number;
}

export interface RoadServerOptions {
  readonly url: string;
  readonly maxRequests: number;
  /** For one request at the server, a retry included. */
  readonly budgetMs: number;
  /** For a table, waiting included. */
  readonly tableBudgetMs: number;
  readonly cacheBytes: number;
  readonly onLookUp: (count: { hits: number; misses: number; bytes: number }) => void;
  readonly onTurn: (waitedMs: number) => void;
}

interface KeyedEnds extends LegEnds {
  readonly key: string;
}

/** Requests wait here, in turn between callers. Only a probe decides whether the server is down. */
export class RoadServer {
  readonly #options: RoadServerOptions;
  readonly #client: OsrmClient;
  readonly #queue: FairQueue;
  readonly #cache: LegCache;
  readonly #searches = new Map<string, Promise<VersionedLeg>>();
  /** Map version; empty if the server states none. Only probes change it: other responses may be out of order. */
  #version: string | null = null;
  #versionKnownAt = Number.NEGATIVE_INFINITY;
  /** When a response last stated another version. */
  #versionDoubtedAt = Number.NEGATIVE_INFINITY;
  #isDown = false;
  #probing: Promise<void> | null = null;
  #nextProbe: NodeJS.Timeout | undefined;

  constructor(options: RoadServerOptions) {
    this.#options = options;
    this.#client = new OsrmClient(options.url, options.maxRequests + 1);
    this.#queue = new FairQueue({ maxActive: options.maxRequests, maxWaitingPerKey: MAX_WAITING });
    this.#cache = new LegCache(options.cacheBytes);
  }

  /** Legs in their order, all from one map version. @throws RoutingFailure, DomainError SERVICE_OVERLOADED */
  findLegs(legs: readonly LegEnds[], profile: Profile, caller: RouteCaller): Promise<LegResult[]> {
    const ends = legs.map(({ from, to }) => ({ from, to, key: toLegKey(profile, { from, to }) }));
    const cached = this.#isVersionKnown() ? this.#findCached(ends) : null;
    if (cached !== null) return Promise.resolve(cached);
    return finishBefore(caller.deadlineAt, async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        await this.#checkVersion();
        if (attempt === 1) this.#countLookUp(ends);
        const runs = await Promise.all(toRuns(ends).map((run) => this.#findRun(run, profile, caller)));
        const found = runs.flat();
        if (found.every(({ version }) => version === this.#version)) return found.map(({ result }) => result);
      }
      throw new RoutingFailure("malformed");
    });
  }

  /** Seconds to one place. @throws RoutingFailure, DomainError SERVICE_OVERLOADED */
  findTimes(
    places: { readonly from: readonly Point[]; readonly to: Point },
    profile: Profile,
    caller: RouteCaller,
  ): Promise<(number | null)[]> {
    if (this.#isDown) return Promise.reject(new RoutingFailure("down"));
    const deadlineAt = Math.min(caller.deadlineAt, performance.now() + this.#options.tableBudgetMs);
    return this.#takeTurn(caller.key, deadlineAt, () =>
      this.#client.times(places, profile, deadlineAt - performance.now()),
    );
  }

  async #findRun(
    run: readonly KeyedEnds[],
    profile: Profile,
    caller: RouteCaller,
  ): Promise<readonly VersionedLeg[]> {
    let legs = this.#lookUp(run);
    if (legs.includes(undefined)) {
      if (this.#isDown) throw new RoutingFailure("down");
      await this.#takeTurn(caller.key, caller.deadlineAt, async () => {
        // Another caller may have filled the cache while this one waited.
        legs = this.#lookUp(run);
        const first = legs.indexOf(undefined);
        if (first === -1) return;
        const missing = run.slice(first, legs.lastIndexOf(undefined) + 1);
        const search = this.#startSearch(missing, profile);
        legs.splice(first, missing.length, ...search.legs);
        await search.end;
      });
    }
    return Promise.all(legs as readonly (VersionedLeg | Promise<VersionedLeg>)[]);
  }

  #takeTurn<Result>(key: string, deadlineAt: number, task: () => Promise<Result>): Promise<Result> {
    const askedAt = performance.now();
    return this.#queue.run(key, deadlineAt, () => {
      this.#options.onTurn(performance.now() - askedAt);
      return task();
    });
  }

  #lookUp(ends: readonly KeyedEnds[]): (VersionedLeg | Promise<VersionedLeg> | undefined)[] {
    return ends.map(({ key }) => this.#cache.find(key, this.#version) ?? this.#searches.get(key));
  }

  /** Null unless all legs are cached, as for most trips of a shop. */
  #findCached(ends: readonly KeyedEnds[]): LegResult[] | null {
    const results: LegResult[] = [];
    for (const { key } of ends) {
      const leg = this.#cache.find(key, this.#version);
      if (leg === undefined) return null;
      results.push(leg.result);
    }
    this.#options.onLookUp({ hits: ends.length, misses: 0, bytes: this.#cache.bytes });
    return results;
  }

  #countLookUp(ends: readonly KeyedEnds[]): void {
    const misses = this.#lookUp(ends).filter((leg) => leg === undefined).length;
    this.#options.onLookUp({ hits: ends.length - misses, misses, bytes: this.#cache.bytes });
  }

  #startSearch(
    run: readonly KeyedEnds[],
    profile: Profile,
  ): { readonly legs: readonly Promise<VersionedLeg>[]; readonly end: Promise<unknown> } {
    const end = this.#search(run, profile);
    const legs = run.map(({ key }, index) => {
      const leg = end.then((found) => found[index] as VersionedLeg);
      this.#searches.set(key, leg);
      const forget = () => {
        if (this.#searches.get(key) === leg) this.#searches.delete(key);
      };
      leg.then(forget, forget);
      return leg;
    });
    return { legs, end };
  }

  async #search(run: readonly KeyedEnds[], profile: Profile): Promise<VersionedLeg[]> {
    const sentAt = performance.now();
    const points = run.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to]));
    try {
      const { version: stated, legs } = await this.#client.route(points, profile, this.#options.budgetMs);
      if (legs === null) {
        const alone: VersionedLeg[] = [];
        for (const ends of run) alone.push(...(await this.#search([ends], profile)));
        return alone;
      }
      const version = this.#version === "" ? "" : stated;
      if (version !== undefined) this.#hearVersion(version, sentAt);
      return run.map((ends, index) => this.#keep(ends, legs[index] as LegResult, version));
    } catch (error) {
      if (!(error instanceof RoutingFailure) || error.reason === "down") throw error;
      if (error.reason === "overloaded") throw new DomainError("SERVICE_OVERLOADED");
      await this.#probe();
      if (this.#isDown || error.reason !== "timeout") throw error;
      return run.map((ends) => this.#keep(ends, "timeout", this.#version ?? ""));
    }
  }

  /** Skips a response that states no version although others do. */
  #keep({ key }: KeyedEnds, result: LegResult, version: string | undefined): VersionedLeg {
    const leg = { version: version ?? this.#version ?? "", result };
    if (version !== undefined) this.#cache.keep(key, leg);
    return leg;
  }

  #hearVersion(version: string, sentAt: number): void {
    if (version !== this.#version) this.#versionDoubtedAt = performance.now();
    else this.#versionKnownAt = Math.max(this.#versionKnownAt, sentAt);
  }

  async #checkVersion(): Promise<void> {
    if (!this.#isVersionKnown()) await this.#probe();
  }

  #isVersionKnown(): boolean {
    if (this.#isDown || this.#version === "") return true;
    const isRecent = this.#versionKnownAt >= performance.now() - PROBE_EVERY_MS;
    return isRecent && this.#versionDoubtedAt <= this.#versionKnownAt;
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probeOnce(): Promise<void> {
    const sentAt = performance.now();
    clearTimeout(this.#nextProbe);
    try {
      const version = (await this.#client.probe(PROBE_TIMEOUT_MS)) ?? "";
      if (version !== this.#version) this.#searches.clear();
      this.#version = version;
      this.#versionKnownAt = sentAt;
      this.#isDown = false;
    } catch {
      this.#isDown = true;
      this.#nextProbe = setTimeout(() => this.#probe(), PROBE_EVERY_MS).unref();
    }
  }
}

function toRuns(ends: readonly KeyedEnds[]): KeyedEnds[][] {
  const runs: KeyedEnds[][] = [];
  for (const leg of ends) {
    const run = runs.at(-1);
    const last = run?.at(-1)?.to;
    const isNext = last?.latitude === leg.from.latitude && last.longitude === leg.from.longitude;
    if (run !== undefined && isNext) run.push(leg);
    else runs.push([leg]);
  }
  return runs;
}

/** @throws DomainError SERVICE_OVERLOADED at the deadline; the work goes on, for other callers and for the cache */
function finishBefore<Result>(deadlineAt: number, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new DomainError("SERVICE_OVERLOADED"));
    const timer = setTimeout(end, Math.max(0, deadlineAt - performance.now()));
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
