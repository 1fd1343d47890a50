import { AsyncLocalStorage } from "node:async_hooks";

// Next's server sets it first. A test that loads a part of Next without it would break the console for later tests of
// its worker.
Object.assign(globalThis, { AsyncLocalStorage });
