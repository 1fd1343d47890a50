/**
 * V8 flags for processes that live only for a test. Prisma's WebAssembly is compiled once, not again with
 * optimizations, and a larger young generation is collected less often.
 */
export const NODE_FLAGS = ["--liftoff-only", "--min-semi-space-size=16", "--max-semi-space-size=64"];
