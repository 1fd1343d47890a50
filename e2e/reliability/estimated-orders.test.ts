import { expect, it } from "vitest";
import { makeMember } from "@/testing/account-fixture";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { respondText, startFakeOsrm } from "@/testing/fake-osrm";
import { AUTH } from "@/testing/sign-in";
import { startTestServer } from "@/testing/stage";

it("operators see which orders were priced by straight lines, and how many", async () => {
  const osrm = await startFakeOsrm();
  const stage = await startTestServer({ pages: true, env: { ...AUTH, OSRM_URL: osrm.url } });
  const { cookie } = await makeMember(stage.db, null, "owner");
  /** The text of a page, without its scripts, which hold every message. */
  const read = async (path: string) => {
    const headers = { cookie, "accept-language": "en" };
    const html = await (await fetch(stage.server.baseUrl + path, { headers })).text();
    return html.replace(/<script.*?<\/script>|<[^>]*>/gs, "");
  };
  const known = await stage.api.create(orderBody());
  expect(known.data.routing).toBe("roads");
  expect(await read("/ops")).not.toContain("priced by straight lines");
  osrm.behave(respondText(400, '{"code":"NoRoute"}'));
  const far = await stage.api.create(orderBodyWith(2));
  expect(far.data.routing).toBe("estimate");
  expect(await read("/ops")).toContain("1 order of the last 24 hours was priced by straight lines");
  const note = "Priced by straight lines: no road was found between its stops.";
  expect(await read(`/ops/orders/${far.data.order_code}`)).toContain(note);
  expect(await read(`/ops/orders/${known.data.order_code}`)).not.toContain(note);
  await stage.close();
  await osrm.close();
});
