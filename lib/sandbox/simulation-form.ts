import * as z from "zod";
import { CONTROLS } from "@/lib/sandbox/control-simulation";
import { SPEED_LIMITS } from "@/lib/sandbox/scenario";
import { HAND_GOALS } from "@/lib/sandbox/step-order";

const { min, max } = SPEED_LIMITS;
/** Users type none of the fields, so an invalid one refuses the whole form. */
const refused = { error: "INVALID_PAYLOAD" } as const;

export const simulationForm = z
  .object({
    control: z.enum(CONTROLS, refused).optional(),
    goal: z.enum(HAND_GOALS, refused).optional(),
    speed: z.coerce.number(refused).min(min, refused).max(max, refused).optional(),
  })
  .refine((sent) => Object.values(sent).filter((one) => one !== undefined).length === 1, refused);
