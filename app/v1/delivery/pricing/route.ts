import { operation } from "@/app/v1/operation";
import { exampleTariff } from "@/lib/api/examples";
import { getTariff } from "@/lib/pricing/get-tariff";
import { tariffResource, toTariffResource } from "@/lib/pricing/resource";

export const GET = operation({
  operationId: "getPricing",
  isRepeatable: true,
  summary: "Read the tariff table",
  description:
    "The same table for every account; it changes rarely. A distance belongs to the band with `min_km` ≤ distance < `max_km`. The last band has no end: each kilometer past its `min_km` adds `per_km_over` to its price. Each destination adds `cargo_size_step_fee` times its size steps: S 0, M 1, L 2, XL 3.",
  russian: {
    summary: "Получить тариф",
    description:
      "Одна таблица для всех аккаунтов, меняется редко. Расстояние попадает в полосу, если `min_km` ≤ расстояние < `max_km`. У последней полосы конца нет: каждый километр после её `min_km` добавляет `per_km_over` к её цене. Каждая точка вручения добавляет `cargo_size_step_fee` столько раз, сколько шагов в размере: S 0, M 1, L 2, XL 3.",
  },
  responses: {
    200: {
      description: "The tariff in force.",
      russian: "Действующий тариф.",
      data: tariffResource,
      example: exampleTariff,
    },
  },
  errors: [],
  async handle({ context }) {
    return { data: toTariffResource(await getTariff(context.db)) };
  },
});
