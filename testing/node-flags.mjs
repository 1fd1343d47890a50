/**
 * V8 flags for processes that live only for a test. Prisma's WebAssembly is compiled once, not again with
 * optimizations, only functions that run for long are optimized, and memory is collected less often.
 */
export const NODE_FLAGS = [
  "--liftoff-only",
  "--interrupt-budget=600000",
  "--min-semi-space-size=16",
  "--max-semi-space-size=64",
  "--initial-old-space-size=256",
];
