import { expect, it } from "vitest";
import { POST } from "@/app/(site)/docs/try/route";

const OWN = { "Content-Type": "application/json", Host: "drop.example", Origin: "https://drop.example" };

it.each([
  ["another site", { ...OWN, Origin: "https://evil.example" }],
  ["no origin", { "Content-Type": "application/json", Host: "drop.example" }],
  ["a page without an origin", { ...OWN, Origin: "null" }],
  ["a form, which a browser sends without asking first", { ...OWN, "Content-Type": "text/plain" }],
  ["a neighbor of the same site", { ...OWN, "Sec-Fetch-Site": "same-site" }],
])("a call tried from %s is rejected before the session is read", async (_, headers) => {
  const answer = await POST(
    new Request("http://drop.example/docs/try", { method: "POST", headers, body: '{"operationId":"ping"}' }),
  );
  expect([answer.status, await answer.json()]).toEqual([403, { refusal: "foreign" }]);
});
