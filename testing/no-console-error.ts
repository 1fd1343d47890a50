import { afterEach, beforeEach, expect, vi } from "vitest";

// Fails every test that logs an unexpected console error.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
