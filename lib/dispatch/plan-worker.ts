// The thread of PlanThread: receives what a plan is made from, and sends the plan.
import { parentPort } from "node:worker_threads";
import { makePlan } from "@/lib/dispatch/make-plan";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import type { PlanRequest } from "@/lib/dispatch/planner";

parentPort?.on("message", ({ request, previous }: { request: PlanRequest; previous: Plan | null }) => {
  parentPort?.postMessage(makePlan(request, previous));
});
