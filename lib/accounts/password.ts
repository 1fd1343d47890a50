import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "@/lib/domain-error";

// One hash takes about 20 MB and tens of milliseconds of CPU.
const AT_ONCE = 4;
const WAITING = 60;

let running = 0;
const queue: (() => void)[] = [];

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
    // The slot passes to the next caller without being freed.
    if (next === undefined) running -= 1;
    else next();
  }
}

/** @throws DomainError SERVICE_UNAVAILABLE if too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  const made = await inTurn(() => hash(password));
  if (made === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return made;
}

let decoy: Promise<string> | undefined;

/** Takes equally long without a hash. @throws DomainError SERVICE_UNAVAILABLE if too many are waiting */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hash("decoy password");
  const against = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(against, password));
  if (isRight === null) throw new DomainError("SERVICE_UNAVAILABLE");
  return isRight && passwordHash !== null;
}
