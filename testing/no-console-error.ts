import { afterEach, beforeEach, expect, vi } from "vitest";

// Whatever complains on the console is a fault that nobody asserted on.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
