import { DomainError } from "@/lib/domain-error";

export interface FairQueueLimits {
  readonly maxActive: number;
  readonly maxActivePerKey?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerKey: number;
}

interface KeyTasks {
  active: number;
  readonly waiting: Set<() => void>;
}

/** A semaphore that serves its keys in turn, so that one key's burst delays a task of another key by a single task. */
export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  readonly #now: () => number;
  readonly #keys = new Map<string, KeyTasks>();
  readonly #turns = new Set<KeyTasks>();
  #active = 0;
  #waiting = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = { maxActivePerKey: limits.maxActive, maxWaiting: Number.POSITIVE_INFINITY, ...limits };
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws DomainError SERVICE_OVERLOADED without a slot by `deadlineAt` or if too many tasks wait */
  async run<Result>(key: string, deadlineAt: number, task: () => Promise<Result>): Promise<Result> {
    const tasks = this.#keys.get(key) ?? { active: 0, waiting: new Set() };
    this.#keys.set(key, tasks);
    try {
      if (tasks.waiting.size === 0 && this.#hasSlot(tasks)) this.#take(tasks);
      else await this.#wait(tasks, deadlineAt);
    } catch (error) {
      this.#forgetIdle(key, tasks);
      throw error;
    }
    try {
      return await task();
    } finally {
      tasks.active -= 1;
      this.#active -= 1;
      this.#forgetIdle(key, tasks);
      this.#startNext();
    }
  }

  #forgetIdle(key: string, tasks: KeyTasks): void {
    if (tasks.active === 0 && tasks.waiting.size === 0) this.#keys.delete(key);
  }

  #hasSlot({ active }: KeyTasks): boolean {
    return this.#active < this.#limits.maxActive && active < this.#limits.maxActivePerKey;
  }

  #take(tasks: KeyTasks): void {
    tasks.active += 1;
    this.#active += 1;
  }

  #wait(tasks: KeyTasks, deadlineAt: number): Promise<void> {
    const { maxWaiting, maxWaitingPerKey } = this.#limits;
    const { waiting } = tasks;
    const delayMs = deadlineAt - this.#now();
    return new Promise((resolve, reject) => {
      if (waiting.size >= maxWaitingPerKey || this.#waiting >= maxWaiting || delayMs <= 0)
        return reject(new DomainError("SERVICE_OVERLOADED"));
      const leave = () => {
        waiting.delete(start);
        this.#waiting -= 1;
        if (waiting.size === 0) this.#turns.delete(tasks);
      };
      const start = () => {
        clearTimeout(timer);
        leave();
        this.#take(tasks);
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(new DomainError("SERVICE_OVERLOADED"));
      }, delayMs);
      waiting.add(start);
      this.#waiting += 1;
      this.#turns.add(tasks);
    });
  }

  /** One task ended, so at most one can start. Passes at most `maxActive / maxActivePerKey` keys without a slot. */
  #startNext(): void {
    for (const tasks of this.#turns) {
      const [start] = tasks.waiting;
      if (start === undefined || !this.#hasSlot(tasks)) continue;
      this.#turns.delete(tasks);
      this.#turns.add(tasks);
      start();
      return;
    }
  }
}
