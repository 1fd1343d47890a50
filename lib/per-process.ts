// Next bundles pages apart from server.ts, so module state exists twice in a process.
const shared = globalThis as unknown as { droplineValues?: Map<string, unknown> };
shared.droplineValues ??= new Map();
const values = shared.droplineValues;

export function perProcess<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
