import { AsyncLocalStorage } from "node:async_hooks";
import { isUnavailable } from "@/lib/db/failure";

interface Work {
  isCut: boolean;
}

// Next bundles the pages apart from what serves them; both must mean the same work.
const shared = globalThis as unknown as { droplineWork?: AsyncLocalStorage<Work> };
shared.droplineWork ??= new AsyncLocalStorage();
const works = shared.droplineWork;

/** Does some work that can be asked whether the database could not be reached, or did not answer in time, meanwhile. */
export function watchOutage<Result>(work: (isCut: () => boolean) => Result): Result {
  const watched = { isCut: false };
  return works.run(watched, () => work(() => watched.isCut));
}

/** Tells the work that is being done by what the database has failed. */
export function noticeOutage(error: unknown): void {
  const work = works.getStore();
  if (work !== undefined && isUnavailable(error)) work.isCut = true;
}
