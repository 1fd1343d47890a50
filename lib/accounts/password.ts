import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "@/lib/domain-error";

// One hash takes about 20 MB and a core for tens of milliseconds.
const AT_ONCE = 4;
const WAITING = 60;

let running = 0;
const queue: (() => void)[] = [];

/** Runs at most four at once; refuses work when the queue is full. */
async function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) return null;
    await new Promise<void>((go) => queue.push(go));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The place passes to the next caller without being freed in between.
    if (next === undefined) running -= 1;
    else next();
  }
}

/**
 * The hash that is stored of a password.
 *
 * @throws DomainError SERVICE_UNAVAILABLE when too many others are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const made = await inTurn(() => hash(password));
  if (made === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return made;
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash (an unknown address) it takes as long and says no, so timing does not reveal which
 * addresses exist.
 *
 * @throws DomainError SERVICE_UNAVAILABLE when too many others are waiting: a right password is never called wrong
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hash("nobody's password");
  const against = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(against, password));
  if (isRight === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return isRight && passwordHash !== null;
}
