import { AsyncLocalStorage } from "node:async_hooks";
import { isUnavailable } from "@/lib/db/failure";
import { perProcess } from "@/lib/per-process";

interface Work {
  isCut: boolean;
}

const works = perProcess("watched work", () => new AsyncLocalStorage<Work>());

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
