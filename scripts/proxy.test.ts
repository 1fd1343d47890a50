import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { expect, it } from "vitest";
import { config } from "@/proxy";

it.each([
  ["/courier", true],
  ["/courier/shell", true],
  ["/courier/state", true],
  // A photo is larger than what Next hands on there.
  ["/courier/proofs", false],
  ["/dashboard", true],
  ["/dashboard/orders/AB12-CD34", true],
  ["/ops", true],
  ["/t/some-token", true],
  ["/sign-in", true],
])("the language and the content policy of %s are set: %s", (url, isSet) => {
  expect(unstable_doesMiddlewareMatch({ config, url })).toBe(isSet);
});
