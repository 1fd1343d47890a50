import type { Queryable } from "@/lib/db/client";
import { jobs } from "@/lib/db/generated/columns";
import { NOW_AS_STORED } from "@/lib/db/now";
import { enumColumn, float8, leftJoined, outer, pick } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import {
  type ClaimedJob,
  JOB_KINDS,
  JOBS_CHANNEL,
  type JobKind,
  LEASE_MS,
  MAX_ATTEMPTS,
} from "@/lib/jobs/job";

// Nullable: without a due job the statement still returns a row with the time of the next one.
const CLAIMED = {
  ...outer(pick(jobs, "id key claim attempts")),
  kind: enumColumn(JOB_KINDS).orNull,
  nextMs: float8.orNull,
};

/** Claims due jobs of these kinds by the database's clock; `nextMs` is the time until the next, or null. */
export async function claimJobs(
  db: Queryable,
  limit: number,
  kinds: readonly JobKind[] = JOB_KINDS,
): Promise<{ jobs: ClaimedJob[]; nextMs: number | null }> {
  const rows = await query(db, CLAIMED)`
    WITH claimed AS (
      UPDATE jobs j SET claim = j.claim + 1, attempts = j.attempts + 1,
                        run_at = now() + ${LEASE_MS} * interval '1 millisecond'
      FROM (SELECT id FROM jobs WHERE finished_at IS NULL AND run_at <= ${NOW_AS_STORED}
              AND kind = ANY(${[...kinds]}::text[])
            ORDER BY run_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
      WHERE j.id = due.id
      RETURNING j.id, j.kind, j.key, j.claim, j.attempts
    ), next AS (
      SELECT (extract(epoch FROM (SELECT run_at FROM jobs WHERE finished_at IS NULL AND run_at > ${NOW_AS_STORED}
                                    AND kind = ANY(${[...kinds]}::text[])
                                  ORDER BY run_at LIMIT 1) - now()) * 1000)::float8 AS ms
    )
    SELECT claimed.id, claimed.kind, claimed.key, claimed.claim, claimed.attempts, next.ms AS next_ms
    FROM next LEFT JOIN claimed ON true`;
  const nextMs = rows[0]?.nextMs ?? null;
  return { jobs: rows.flatMap(({ nextMs: _, ...row }) => leftJoined(row) ?? []), nextMs };
}

export async function finishJob(db: Queryable, job: ClaimedJob): Promise<void> {
  await execute(db)`
    UPDATE jobs SET finished_at = now(), last_error = NULL
    WHERE id = ${job.id} AND claim = ${job.claim} AND finished_at IS NULL`;
}

/** Ends a job and enqueues others in one statement, unless the job has been claimed or enqueued again. */
export async function finishWithFollowUps(
  db: Queryable,
  job: ClaimedJob,
  into: { kind: JobKind; keys: readonly string[] },
): Promise<void> {
  await execute(db)`
    WITH done AS (
      UPDATE jobs SET finished_at = now(), last_error = NULL
      WHERE id = ${job.id} AND claim = ${job.claim} AND finished_at IS NULL
      RETURNING 1
    ), put AS (
      INSERT INTO jobs (kind, key, run_at)
      SELECT ${into.kind}, key, now() FROM done, unnest(${[...into.keys]}::text[]) AS key
      ON CONFLICT (kind, key) WHERE finished_at IS NULL DO NOTHING
      RETURNING 1
    )
    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put`;
}

export async function rescheduleJob(db: Queryable, job: ClaimedJob, afterMs: number): Promise<void> {
  await execute(db)`
    UPDATE jobs SET run_at = now() + ${afterMs} * interval '1 millisecond', attempts = 0, last_error = NULL
    WHERE id = ${job.id} AND claim = ${job.claim} AND finished_at IS NULL`;
}

/** Renews the lease. @returns false if the job has been claimed or enqueued again */
export async function renewClaim(db: Queryable, { id, claim }: ClaimedJob): Promise<boolean> {
  const renewed = await execute(db)`
    UPDATE jobs SET run_at = now() + ${LEASE_MS} * interval '1 millisecond', attempts = 0, last_error = NULL
    WHERE id = ${id} AND claim = ${claim} AND finished_at IS NULL`;
  return renewed === 1;
}

export async function failJob(db: Queryable, job: ClaimedJob, error: string, afterMs: number): Promise<void> {
  const isDead = job.attempts >= MAX_ATTEMPTS;
  await execute(db)`
    UPDATE jobs SET run_at = now() + ${afterMs} * interval '1 millisecond', last_error = ${error},
                    is_dead = ${isDead}, finished_at = CASE WHEN ${isDead} THEN now() END
    WHERE id = ${job.id} AND claim = ${job.claim} AND finished_at IS NULL`;
}

export async function releaseJobs(db: Queryable, jobs: readonly ClaimedJob[]): Promise<void> {
  for (const job of jobs) await rescheduleJob(db, job, 0);
}

/** Claims at most `most` slots after the last claimed one and enqueues a job for each, in one statement. */
export async function claimScheduleSlots(
  db: Queryable,
  schedule: { name: string; everyMs: number; kind: JobKind },
  most: number,
): Promise<number> {
  const { name, everyMs, kind } = schedule;
  return execute(db)`
    WITH current AS (
      SELECT floor(extract(epoch FROM now()) * 1000 / ${everyMs}::float8)::bigint AS number
    ), known AS (
      SELECT (extract(epoch FROM max(slot)) * 1000 / ${everyMs}::float8)::bigint AS number
      FROM schedule_slots WHERE name = ${name}
    ), taken AS (
      INSERT INTO schedule_slots (name, slot)
      SELECT ${name}, to_timestamp(n * ${everyMs}::float8 / 1000)
      FROM current, known,
           generate_series(greatest(coalesce(known.number + 1, current.number), current.number - ${most} + 1),
                           current.number) AS n
      ON CONFLICT DO NOTHING
      RETURNING slot
    ), put AS (
      INSERT INTO jobs (kind, key, run_at) SELECT ${kind}, slot::text, now() FROM taken RETURNING 1
    )
    SELECT pg_notify(${JOBS_CHANNEL}, '') FROM put`;
}

/** Acquires a free lease or renews this holder's. Writes nothing if another process holds it. */
export async function updateLease(
  db: Queryable,
  { name, holder, forMs }: { name: string; holder: string; forMs: number },
): Promise<boolean> {
  const count = await execute(db)`
    UPDATE leases SET holder = ${holder}::uuid, held_until = now() + ${forMs} * interval '1 millisecond'
    WHERE name = ${name} AND (holder = ${holder}::uuid OR held_until <= ${NOW_AS_STORED})`;
  return count === 1;
}
