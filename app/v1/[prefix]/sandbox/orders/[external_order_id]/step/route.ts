import * as z from "zod";
import { operation } from "@/app/v1/operation";
import { orderResponse, toOrderResponse } from "@/app/v1/order-response";
import { exampleMovingOrder } from "@/lib/api/examples";
import { text } from "@/lib/field";
import type { Order } from "@/lib/orders/load-order";
import { FAILURE_CODES } from "@/lib/orders/order";
import { CONTROLS, controlSimulation, DELAY_MINUTES } from "@/lib/sandbox/control-simulation";
import { SPEED_LIMITS } from "@/lib/sandbox/scenario";
import { HAND_GOALS, HAND_STEPS, stepOrder, stepOrderUntil } from "@/lib/sandbox/step-order";

const MAX_CALLS = 99;
const speedError = `must be a number from ${SPEED_LIMITS.min} to ${SPEED_LIMITS.max}`;

const stepBody = z
  .object({
    control: z
      .enum(CONTROLS)
      .optional()
      .meta({
        description: `Instead of a step: let the order move automatically (\`play\`) or only manually (\`pause\`), lose or restore the courier's position, or stop the courier for ${DELAY_MINUTES} minutes of sandbox time.`,
        russian: `Вместо шага: заказ идёт сам (\`play\`) или только вручную (\`pause\`), место курьера теряется (\`lose_gps\`) или находится снова (\`find_gps\`), курьер стоит ${DELAY_MINUTES} минут по часам песочницы (\`delay\`).`,
      }),
    speed: z
      .number({ error: speedError })
      .min(SPEED_LIMITS.min, { error: speedError })
      .max(SPEED_LIMITS.max, { error: speedError })
      .optional()
      .meta({
        description: "Instead of a step: how many times faster than real time the order goes from now on.",
        russian: "Вместо шага: во сколько раз быстрее жизни заказ пойдёт дальше.",
      }),
    until: z.enum(HAND_GOALS).optional().meta({
      description: "Instead of one step: take steps until the order has this status.",
      russian: "Вместо одного шага: идти по шагам, пока у заказа не будет этого статуса.",
    }),
    step: z.enum(HAND_STEPS).optional().meta({
      description: "At the next dropoff. Default: the next step.",
      russian: "Шаг на ближайшей точке. По умолчанию следующий по порядку.",
    }),
    report: z
      .object({
        code: text({ max: 6 }).optional().meta({
          description: "The code that the recipient gives. Default: the right one.",
          russian: "Что назвал получатель. По умолчанию верный код.",
        }),
        signer_name: text({ min: 1, max: 200 }).optional(),
        failure: z
          .object({ code: z.enum(FAILURE_CODES), comment: text({ max: 1000 }).nullable().optional() })
          .optional()
          .meta({
            description: "Reason of the failure; required with the step `fail`.",
            russian: "Почему вручить не удалось; обязательно для шага `fail`.",
          }),
        calls: z.int({ error: "must be a whole number" }).min(0).max(MAX_CALLS).optional(),
      })
      .optional()
      .meta({
        description: "What the courier reports with the step. Required proof is added automatically.",
        russian: "Что курьер сообщает вместе с шагом. Всё, что просит точка, он приносит сам.",
      }),
  })
  .refine(
    ({ control, speed, until, step: named, report }) =>
      (control === undefined && speed === undefined && until === undefined) ||
      (named === undefined &&
        report === undefined &&
        (until === undefined || (control === undefined && speed === undefined))),
    { path: ["step"], error: "cannot be combined with control, speed or until" },
  )
  .meta({ id: "SandboxStep" });

export const POST = operation({
  operationId: "stepOrder",
  isRepeatable: false,
  summary: "Move a test order by hand",
  description:
    "Test keys only. Moves an order by one courier step: assigns it if it has no courier, otherwise takes the next step or the one that is named. From the first step on, the order moves only manually, until `control` is `play`. While a question about goods is open and nothing else is left to do, no step is possible: answer the question first.",
  russian: {
    summary: "Сдвинуть тестовый заказ",
    description:
      "Только для тестовых ключей. Делает за курьера один шаг: назначает его, если заказ ещё ничей, и выполняет следующий шаг или тот, что назван. После первого такого вызова заказ сам больше не движется. Пока открыт вопрос о товаре и больше делать нечего, шаг невозможен: сначала ответьте на вопрос.",
  },
  body: stepBody,
  isBodyOptional: true,
  isTestOnly: true,
  examples: { body: { step: "fail", report: { failure: { code: "refused" } } } },
  responses: {
    200: orderResponse("The order after the step.", "Заказ после шага.", exampleMovingOrder),
  },
  errors: ["INVALID_PAYLOAD", "PAYLOAD_TOO_LARGE", "ORDER_NOT_FOUND", "STEP_NOT_POSSIBLE", "CODE_WRONG"],
  async handle({ context, key, files, externalOrderId, body }) {
    const { control, speed, step: named, report, until } = body;
    const shown = (order: Order) => ({ data: toOrderResponse(context, order) });
    if (control !== undefined || speed !== undefined) {
      return shown(await controlSimulation(context, key.scope, { externalOrderId, control, speed }));
    }
    if (until !== undefined) {
      return shown(await stepOrderUntil({ ...context, files }, key.scope, { externalOrderId, goal: until }));
    }
    const order = await stepOrder({ ...context, files }, key.scope, {
      externalOrderId,
      step: named,
      report: report && {
        ...(report.code === undefined ? {} : { code: report.code }),
        ...(report.signer_name === undefined ? {} : { signerName: report.signer_name }),
        ...(report.failure === undefined
          ? {}
          : { failure: { code: report.failure.code, comment: report.failure.comment ?? null } }),
        ...(report.calls === undefined ? {} : { calls: report.calls }),
      },
    });
    return shown(order);
  },
});
