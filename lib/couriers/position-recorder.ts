import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Fix } from "@/lib/couriers/fix";
import { type FixReport, type FixReportResult, recordFixes } from "@/lib/couriers/record-fixes";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";

const MAX_CLOCKS = 10_000;
const CLOCK_NOTED_MS = 10 * 60_000;

const BATCH_EVERY_MS = 200;
/** A batch with this many fixes is written early. */
const FULL_AT = 500;
/** The rest waits, so that classifying a batch does not block other requests. */
const MAX_IN_BATCH = 1_000;
/** About two seconds of fixes at the intended load. */
const MAX_WAITING = 10_000;
const WAIT_AT_MOST_MS = 5_000;

interface WaitingReport extends FixReport {
  readonly since: number;
  readonly accept: (answer: FixReportResult) => void;
  readonly refuse: (error: unknown) => void;
}

/** Writes fixes in batches and acknowledges a report after its batch is committed. One per process. */
export class PositionRecorder {
  readonly #context: Pick<Context, "db" | "clock">;
  #waiting: WaitingReport[] = [];
  #fixesWaiting = 0;
  #isWriting = false;
  #lastBatchAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #clocksAhead = new LRUCache<string, number>({ max: MAX_CLOCKS, ttl: CLOCK_NOTED_MS });

  constructor(context: Pick<Context, "db" | "clock">) {
    this.#context = context;
  }

  /** @throws DomainError SERVICE_UNAVAILABLE if too many wait */
  record(courierId: string, fixes: readonly Fix[]): Promise<FixReportResult> {
    return new Promise((accept, refuse) => {
      if (this.#fixesWaiting + fixes.length > MAX_WAITING) {
        refuse(new DomainError("SERVICE_UNAVAILABLE"));
        return;
      }
      const receivedAt = this.#context.clock.now();
      this.#waiting.push({ courierId, fixes, receivedAt, since: performance.now(), accept, refuse });
      this.#fixesWaiting += fixes.length;
      this.#schedule();
    });
  }

  /** How far the clock of a device was ahead whose last fix this process refused for it; null otherwise. */
  findClockAheadMs(courierId: string): number | null {
    return this.#clocksAhead.get(courierId) ?? null;
  }

  #noteClock({ courierId, fixes, receivedAt }: WaitingReport, answer: FixReportResult): void {
    const last = fixes[(answer ?? []).lastIndexOf("future")];
    if (last !== undefined) {
      this.#clocksAhead.set(courierId, last.recordedAt.getTime() - receivedAt.getTime());
    } else if (answer?.some((judgment) => judgment === "current" || judgment === "past")) {
      this.#clocksAhead.delete(courierId);
    }
  }

  /** After a pause a report is written at once. */
  #schedule(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    if (this.#fixesWaiting >= FULL_AT) {
      clearTimeout(this.#timer);
      void this.#writeNext();
      return;
    }
    const dueInMs = this.#lastBatchAt + BATCH_EVERY_MS - performance.now();
    this.#timer ??= setTimeout(() => void this.#writeNext(), Math.max(0, dueInMs));
  }

  async #writeNext(): Promise<void> {
    this.#timer = undefined;
    this.#isWriting = true;
    this.#lastBatchAt = performance.now();
    await this.#write(this.#takeBatch());
    this.#isWriting = false;
    this.#schedule();
  }

  #takeBatch(): WaitingReport[] {
    const batch: WaitingReport[] = [];
    const oldest = performance.now() - WAIT_AT_MOST_MS;
    let fixesTaken = 0;
    let taken = 0;
    for (const report of this.#waiting) {
      const isFirst = batch.length === 0;
      if (!isFirst && fixesTaken + report.fixes.length > MAX_IN_BATCH) break;
      taken += 1;
      this.#fixesWaiting -= report.fixes.length;
      if (report.since < oldest) {
        report.refuse(new DomainError("SERVICE_UNAVAILABLE"));
        continue;
      }
      batch.push(report);
      fixesTaken += report.fixes.length;
    }
    this.#waiting = this.#waiting.slice(taken);
    return batch;
  }

  async #write(batch: readonly WaitingReport[]): Promise<void> {
    try {
      const answers = await recordFixes(this.#context.db, batch);
      for (const [index, report] of batch.entries()) {
        this.#noteClock(report, answers[index] ?? null);
        report.accept(answers[index] ?? null);
      }
    } catch (error) {
      if (isUnavailable(error) || batch.length < 2) {
        for (const report of batch) report.refuse(error);
        return;
      }
      // Split the batch, so that a fix that the database rejects does not block other couriers.
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
    }
  }
}
