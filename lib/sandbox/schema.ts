import * as z from "zod";
import { SCENARIOS, type ScenarioRun, SPEED_LIMITS } from "@/lib/sandbox/scenario";

const { min, max } = SPEED_LIMITS;
const speedError = `must be a number from ${min} to ${max}`;

/** Headers of a create (spec, Sandbox). */
export const scenarioRunHeaders = z.object({
  "X-Sandbox-Scenario": z.enum(SCENARIOS).optional().meta({
    description: "Test keys only: how the order goes. Default: `happy`.",
    russian: "Только для тестовых ключей: как пойдёт заказ. По умолчанию `happy`.",
  }),
  "X-Sandbox-Speed": z
    .string()
    .regex(/^\d{1,3}(\.\d{1,3})?$/, { error: speedError })
    .transform(Number)
    .refine((speed) => speed >= min && speed <= max, { error: speedError })
    .optional()
    .meta({
      description:
        "Test keys only: how many times faster than real time the order goes. Without it, an order takes a minute or two.",
      russian:
        "Только для тестовых ключей: во сколько раз быстрее, чем в жизни, идёт заказ. Без него заказ занимает минуту-другую.",
      // The header arrives as text, checked above; the API reference describes a number.
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "number", minimum: min, maximum: max });
      },
    }),
});

export function scenarioFromHeaders(headers: z.infer<typeof scenarioRunHeaders>): ScenarioRun | null {
  const { "X-Sandbox-Scenario": scenario, "X-Sandbox-Speed": speed } = headers;
  if (scenario === undefined && speed === undefined) return null;
  return { scenario: scenario ?? "happy", speed: speed ?? null };
}
