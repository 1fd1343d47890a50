import { expect, it } from "vitest";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { describeOnServer } from "@/testing/adapters";
import { getFields, orderBody } from "@/testing/api-client";

describeOnServer("the sandbox", (stage) => {
  const ORDERS = "/v1/partner/orders";
  const readScenarioRun = async (orderCode: string) => {
    const order = await stage().db.models.order.findUniqueOrThrow({
      where: { orderCode },
      include: { scenarioRun: true },
    });
    return order.scenarioRun;
  };
  const step = (id: string) => `/v1/partner/sandbox/orders/${id}/step`;

  it("stores the requested scenario with the order, and ignores it on a repeat (SBX-1)", async () => {
    const { api } = await stage().testMode();
    for (const scenario of SCENARIOS) {
      const created = await api.send("POST", ORDERS, orderBody(), { "X-Sandbox-Scenario": scenario });
      expect([scenario, created.status]).toEqual([scenario, 201]);
      expect(await readScenarioRun(created.data.order_code)).toMatchObject({
        scenario,
        speed: null,
        isManual: false,
      });
    }
    const body = orderBody();
    const { data } = await api.send("POST", ORDERS, body, { "X-Sandbox-Speed": "12.5" });
    const repeated = await api.send("POST", ORDERS, body, { "X-Sandbox-Scenario": "late_30" });
    expect([repeated.status, repeated.headers.get("Idempotent-Mismatch")]).toEqual([200, null]);
    for (const headers of [{ "X-Sandbox-Scenario": "nope" }, { "X-Sandbox-Speed": "0" }]) {
      const odd = await api.send("POST", ORDERS, body, headers);
      expect([odd.status, odd.headers.get("Idempotent-Mismatch")]).toEqual([200, null]);
      const other = await api.send("POST", ORDERS, { ...body, comment: "other" }, headers);
      expect([other.status, other.headers.get("Idempotent-Mismatch")]).toEqual([200, "true"]);
    }
    expect(await readScenarioRun(data.order_code)).toMatchObject({ scenario: "happy", speed: 12.5 });
    const plain = await api.send("POST", ORDERS, orderBody());
    expect(await readScenarioRun(plain.data.order_code)).toBeNull();
  });

  it("reports unknown values together with every other problem, and rejects all of it with a live key (SBX-2)", async () => {
    const { api } = await stage().testMode();
    const headers = { "X-Sandbox-Scenario": "sunny", "X-Sandbox-Speed": "601" };
    const refused = await api.send("POST", ORDERS, { ...orderBody(), comment: 5 }, headers);
    expect(refused.status).toBe(400);
    expect(getFields(refused)).toEqual(["X-Sandbox-Scenario", "X-Sandbox-Speed", "comment"]);
    expect(refused.error.details).toContain("must be one of happy, no_courier,");
    for (const speed of ["0", "0.5", "-1", "fast", ""]) {
      const answer = await api.send("POST", ORDERS, orderBody(), { "X-Sandbox-Speed": speed });
      expect([speed, answer.status, getFields(answer)]).toEqual([speed, 400, ["X-Sandbox-Speed"]]);
    }
    const body = orderBody();
    const live = await stage().api.send("POST", ORDERS, body, { "X-Sandbox-Scenario": "happy" });
    expect([live.status, getFields(live)]).toEqual([400, ["X-Sandbox-Scenario"]]);
    expect((await stage().api.get(`${ORDERS}/${body.external_order_id}`)).status).toBe(404);
  });

  it("moves an order step by step by hand, and only by hand after the first step (SBX-4)", async () => {
    const { api } = await stage().testMode();
    const body = orderBody();
    const { data } = await api.create(body);
    const statuses: string[] = [];
    for (let steps = 0; steps < 6; steps += 1) {
      const moved = await api.post(step(body.external_order_id));
      expect(moved.status).toBe(200);
      statuses.push(moved.data.status);
    }
    expect(statuses).toEqual([...Array(3).fill("assigned"), ...Array(2).fill("in_progress"), "delivered"]);
    expect(await readScenarioRun(data.order_code)).toMatchObject({ isManual: true });
    expect((await api.post(step(body.external_order_id))).error.id).toBe("order.step_not_possible");
  });

  it("takes the named step, with the courier's report, if it is the next one (SBX-5)", async () => {
    const { api } = await stage().testMode();
    const body = { ...orderBody(), if_undeliverable: "return" as const };
    await api.create(body);
    const path = step(body.external_order_id);
    expect((await api.post(path, { step: "pick_up" })).error.id).toBe("order.step_not_possible");
    await api.post(path, { step: "assign" });
    expect((await api.post(path, { step: "pick_up" })).data.status).toBe("in_progress");
    expect((await api.post(path, { step: "fail" })).status).toBe(409);
    await api.post(path, { step: "arrive" });
    expect(getFields(await api.post(path, { step: "fail" }))).toEqual(["report.failure"]);
    const report = { failure: { code: "refused" } };
    expect((await api.post(path, { step: "fail", report })).data.status).toBe("in_progress");
    await api.post(path);
    expect((await api.post(path, { step: "give_back" })).data.status).toBe("cancelled");
    expect(getFields(await api.post(path, { step: "fly" }))).toEqual(["step"]);
  });

  it("moves no live order and no missing order (SBX-5)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const live = await stage().api.post(step(body.external_order_id), { step: "fly" });
    expect([live.status, getFields(live)]).toEqual([400, ["Authorization", "step"]]);
    const { api } = await stage().testMode();
    expect((await api.post(step(body.external_order_id))).status).toBe(404);
  });
});
