import { join } from "node:path";
import { engineConfig } from "@/packages/city/roads/engine-config";
import type { RoadActor } from "@/packages/city/roads/engine-package";
import {
  type OsrmRequest,
  parseOsrmRequest,
  type Refusal,
  toOsrmError,
} from "@/packages/city/roads/osrm-request";

const MAX_WAITING = 200;

const STATUSES: ReadonlyMap<Refusal["code"], number> = new Map([
  ["TooManyRequests", 429],
  ["InternalError", 503],
]);

export interface RoadAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RoadCity {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export interface RoadEngineOptions {
  readonly actor: new (config: string) => RoadActor;
  readonly city: () => RoadCity | null;
  /** Maximum concurrent requests; each needs its own instance. */
  readonly instances: number;
  readonly timeoutMs: number;
  /** How long an instance may take before the process counts as stuck. */
  readonly stuckMs: number;
  readonly onStuck: () => void;
  /** Called when a city's roads cannot be opened; there are then none until the next switch. */
  readonly onBroken: (city: RoadCity, error: unknown) => void;
}

/** Handles OSRM requests from the served city's tiles, and follows a switch at once. */
export class RoadEngine {
  readonly #options: RoadEngineOptions;
  #seen: string | null = null;
  #version: string | null = null;
  #free: RoadActor[] = [];
  #waiting: { ask: (actor: RoadActor) => Promise<void>; isWanted: () => boolean }[] = [];

  constructor(options: RoadEngineOptions) {
    this.#options = options;
  }

  get version(): string | null {
    this.#follow();
    return this.#version;
  }

  /** Returns the version of the city whose roads were used as OSRM's `data_version`. Never throws. */
  async answer(target: string, isWanted: () => boolean): Promise<RoadAnswer> {
    const question = parseOsrmRequest(target);
    const { version } = this;
    if ("code" in question) return refuse(question, version);
    if (version === null) return refuse({ code: "NoSegment", message: "There is no city." }, version);
    if (this.#waiting.length >= MAX_WAITING) {
      return refuse({ code: "TooManyRequests", message: "Too many requests wait." }, version);
    }
    return new Promise((resolve) => {
      let isOpen = true;
      const end = (answer: RoadAnswer) => {
        isOpen = false;
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(
        () => end(refuse({ code: "InternalError", message: "The engine took too long." }, version)),
        this.#options.timeoutMs,
      );
      this.#waiting.push({
        // Reads the version when the request leaves the queue, since the city may have been switched meanwhile.
        ask: async (actor) => end(await this.#ask(actor, question, this.#version)),
        isWanted: () => isOpen && isWanted(),
      });
      this.#next();
    });
  }

  #follow(): void {
    const city = this.#options.city();
    if ((city?.version ?? null) === this.#seen) return;
    const { actor: Actor, instances, onBroken } = this.#options;
    this.#seen = city?.version ?? null;
    // Instances busy with the old city close after their current request.
    this.#version = null;
    this.#free = [];
    if (city === null) return;
    try {
      const config = engineConfig({ folder: join(city.folder, "roads") });
      this.#free = Array.from({ length: instances }, () => new Actor(config));
      this.#version = city.version;
    } catch (error) {
      onBroken(city, error);
    }
  }

  #next(): void {
    for (;;) {
      const actor = this.#free.at(-1);
      const next = actor === undefined ? undefined : this.#waiting.shift();
      if (actor === undefined || next === undefined) return;
      if (!next.isWanted()) continue;
      this.#free.pop();
      const version = this.#version;
      void next.ask(actor).then(() => {
        if (version === this.#version) this.#free.push(actor);
        this.#next();
      });
    }
  }

  async #ask(actor: RoadActor, { service, text }: OsrmRequest, version: string | null): Promise<RoadAnswer> {
    const stuck = setTimeout(this.#options.onStuck, this.#options.stuckMs);
    try {
      const body = await actor[service](text);
      return { status: 200, body: `{"data_version":${JSON.stringify(stated(version))},${body.slice(1)}` };
    } catch (error) {
      return refuse(toOsrmError(service, error instanceof Error ? error.message : String(error)), version);
    } finally {
      clearTimeout(stuck);
    }
  }
}

/** The absence of a city is a version too, so that clients drop cached legs of the previous city. */
const stated = (version: string | null): string => version ?? "none";

function refuse(refusal: Refusal, version: string | null): RoadAnswer {
  const status = STATUSES.get(refusal.code) ?? 400;
  return { status, body: JSON.stringify({ ...refusal, data_version: stated(version) }) };
}
