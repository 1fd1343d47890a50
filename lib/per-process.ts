// Next bundles the pages apart from server.ts, so a module's own state exists twice in a process.
const shared = globalThis as unknown as { droplineValues?: Map<string, unknown> };
shared.droplineValues ??= new Map();
const values = shared.droplineValues;

/** Returns the process's one value of a name, which is created when it is first asked for. */
export function perProcess<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
