import { type CityOnDisk, roadsFolder } from "@/lib/city/city";
import { engineConfig } from "@/lib/city/roads/engine-config";
import type { RoadActor } from "@/lib/city/roads/engine-package";
import { type Question, questionOf, type Refusal, refusalOf } from "@/lib/city/roads/osrm-question";

/** Requests beyond this many waiting are rejected at once. */
const MOST_WAITING = 200;

/** An HTTP response in OSRM's format. */
export interface RoadAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RoadEngineOptions {
  readonly actor: new (config: string) => RoadActor;
  readonly city: () => CityOnDisk | null;
  /**
   * How many requests are answered at once; each needs an instance of its own, since an instance takes one at a time.
   */
  readonly instances: number;
  /** How long a request may take, waiting included. */
  readonly timeoutMs: number;
  /** How long an instance may take before the process counts as stuck. */
  readonly stuckMs: number;
  readonly onStuck: () => void;
  /** Called when a city's roads cannot be opened; there are then none until the next switch. */
  readonly onBroken: (city: CityOnDisk, error: unknown) => void;
}

interface Waiting {
  readonly ask: (actor: RoadActor) => Promise<void>;
  readonly isWanted: () => boolean;
}

/** Answers OSRM requests from the tiles of the city being served, and follows a switch at once. */
export class RoadEngine {
  readonly #options: RoadEngineOptions;
  #seen: string | null = null;
  #version: string | null = null;
  #free: RoadActor[] = [];
  #waiting: Waiting[] = [];

  constructor(options: RoadEngineOptions) {
    this.#options = options;
  }

  /** The version of the city whose roads are open; null if there is none. */
  get version(): string | null {
    this.#follow();
    return this.#version;
  }

  /** Answers a request. Never throws. @param target path and query */
  async answer(target: string, isWanted: () => boolean): Promise<RoadAnswer> {
    const question = questionOf(target);
    if ("code" in question) return refuse(question);
    if (this.version === null) return refuse({ code: "NoSegment", message: "There is no city." });
    if (this.#waiting.length >= MOST_WAITING) {
      return refuse({ code: "InternalError", message: "Too many questions wait." });
    }
    return new Promise((resolve) => {
      let isOpen = true;
      const end = (answer: RoadAnswer) => {
        isOpen = false;
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(
        () => end(refuse({ code: "InternalError", message: "The engine took too long." })),
        this.#options.timeoutMs,
      );
      this.#waiting.push({
        ask: async (actor) => end(await this.#ask(actor, question)),
        isWanted: () => isOpen && isWanted(),
      });
      this.#next();
    });
  }

  /** Opens the roads of the city being served, unless they are open. */
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
      const config = engineConfig({ folder: roadsFolder(city.folder) });
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

  async #ask(actor: RoadActor, { service, text }: Question): Promise<RoadAnswer> {
    const stuck = setTimeout(this.#options.onStuck, this.#options.stuckMs);
    try {
      return { status: 200, body: await actor[service](text) };
    } catch (error) {
      return refuse(refusalOf(service, error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(stuck);
    }
  }
}

function refuse(refusal: Refusal): RoadAnswer {
  return { status: refusal.code === "InternalError" ? 503 : 400, body: JSON.stringify(refusal) };
}
