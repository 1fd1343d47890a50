import * as z from "zod";
import { SPEED_LIMITS } from "@/lib/sandbox/scenario";
import { CONTROLS } from "@/lib/simulator/conduct-order";
import { HAND_GOALS } from "@/lib/simulator/step-order";

/** What the simulator's buttons on an order's page send: one of them each. */
export const rehearsalForm = z.union([
  z.object({ goal: z.enum(HAND_GOALS), control: z.undefined(), speed: z.undefined() }),
  z.object({ control: z.enum(CONTROLS), goal: z.undefined(), speed: z.undefined() }),
  z.object({
    speed: z.coerce.number().min(SPEED_LIMITS.min).max(SPEED_LIMITS.max),
    goal: z.undefined(),
    control: z.undefined(),
  }),
]);
