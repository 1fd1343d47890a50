/**
 * V8 flags for processes that live only for a test. Prisma's WebAssembly is compiled once, not again with
 * optimizations, and memory is collected less often. Node 20 optimizes functions long before that pays off in such a
 * process; later versions wait longer by themselves, and do not have the flag.
 */
export const NODE_FLAGS = [
  "--liftoff-only",
  "--min-semi-space-size=16",
  "--max-semi-space-size=64",
  "--initial-old-space-size=256",
  ...(process.versions.node.startsWith("20.") ? ["--interrupt-budget=1000000"] : []),
];
