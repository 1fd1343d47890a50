import { afterEach, beforeEach, expect, vi } from "vitest";

// React's warning when a test clicks while an earlier form action is running, as people do. It depends on the order.
const IGNORED = "A component suspended inside an `act` scope";

// Fails every test that logs an unexpected console error.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints.filter(([text]) => !String(text).startsWith(IGNORED))).toEqual([]);
});
