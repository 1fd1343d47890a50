import * as z from "zod";
import { SPEED_LIMITS } from "@/lib/sandbox/scenario";
import { CONTROLS } from "@/lib/simulator/control-simulation";
import { HAND_GOALS } from "@/lib/simulator/step-order";

const { min, max } = SPEED_LIMITS;

export const rehearsalForm = z
  .object({
    control: z.enum(CONTROLS).optional(),
    goal: z.enum(HAND_GOALS).optional(),
    speed: z.coerce.number().min(min).max(max).optional(),
  })
  .refine((sent) => Object.values(sent).filter((one) => one !== undefined).length === 1);
