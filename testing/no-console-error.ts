import { afterEach, beforeEach, expect, vi } from "vitest";

// A console error is a fault that no test asserts on, so it fails the test.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
