import { DomainError } from "@/lib/domain-error";

export interface FairQueueLimits {
  readonly maxActive: number;
  readonly maxActivePerKey?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerKey: number;
}

export type Priority = "normal" | "low";

/** Tasks of normal priority that start, at most, before a waiting one of low priority. */
const MAX_PASSES = 9;

interface KeyTasks {
  readonly priority: Priority;
  active: number;
  readonly waiting: Set<() => void>;
}

/**
 * A semaphore that serves its keys in turn, so that one key's burst delays a task of another key by a single task. Keys
 * of low priority wait for the others, but for at most nine of their tasks.
 */
export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  readonly #now: () => number;
  readonly #keys = new Map<string, KeyTasks>();
  readonly #turns: Readonly<Record<Priority, Set<KeyTasks>>> = { normal: new Set(), low: new Set() };
  /** Tasks of normal priority that have started while others of low priority waited, since the last of those started. */
  #passes = 0;
  #holds = 0;
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

  /**
   * @param priority the same for all tasks of a key
   * @throws DomainError SERVICE_OVERLOADED without a slot by `deadlineAt` or if too many tasks wait
   */
  async run<Result>(
    key: string,
    deadlineAt: number,
    task: () => Promise<Result>,
    priority: Priority = "normal",
  ): Promise<Result> {
    const tasks = this.#keys.get(key) ?? { priority, active: 0, waiting: new Set() };
    this.#keys.set(key, tasks);
    try {
      if (tasks.waiting.size === 0 && this.#mayStart(tasks)) this.#take(tasks);
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

  /**
   * Keeps free slots for tasks of normal priority that are about to come, while those of low priority wait.
   * @returns a function that ends this
   */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      while (this.#startNext());
    };
  }

  #forgetIdle(key: string, tasks: KeyTasks): void {
    if (tasks.active === 0 && tasks.waiting.size === 0) this.#keys.delete(key);
  }

  #hasSlot({ active }: KeyTasks): boolean {
    return this.#active < this.#limits.maxActive && active < this.#limits.maxActivePerKey;
  }

  #mayStart(tasks: KeyTasks): boolean {
    const isHeld = tasks.priority === "low" && this.#holds > 0 && this.#passes < MAX_PASSES;
    return !isHeld && this.#hasSlot(tasks);
  }

  #take(tasks: KeyTasks): void {
    if (tasks.priority === "low") this.#passes = 0;
    else if (this.#turns.low.size > 0) this.#passes += 1;
    tasks.active += 1;
    this.#active += 1;
  }

  #wait(tasks: KeyTasks, deadlineAt: number): Promise<void> {
    const { maxWaiting, maxWaitingPerKey } = this.#limits;
    const { waiting } = tasks;
    const turns = this.#turns[tasks.priority];
    const delayMs = deadlineAt - this.#now();
    return new Promise((resolve, reject) => {
      if (waiting.size >= maxWaitingPerKey || this.#waiting >= maxWaiting || delayMs <= 0)
        return reject(new DomainError("SERVICE_OVERLOADED"));
      const leave = () => {
        waiting.delete(start);
        this.#waiting -= 1;
        if (waiting.size === 0) turns.delete(tasks);
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
      turns.add(tasks);
    });
  }

  /** Starts at most one task, since one has ended. Passes at most `maxActive / maxActivePerKey` keys without a slot. */
  #startNext(): boolean {
    const isLowDue = this.#passes >= MAX_PASSES;
    if (isLowDue && this.#startNextOf("low")) return true;
    return this.#startNextOf("normal") || this.#startNextOf("low");
  }

  #startNextOf(priority: Priority): boolean {
    const turns = this.#turns[priority];
    for (const tasks of turns) {
      const [start] = tasks.waiting;
      if (start === undefined || !this.#mayStart(tasks)) continue;
      turns.delete(tasks);
      turns.add(tasks);
      start();
      return true;
    }
    return false;
  }
}
