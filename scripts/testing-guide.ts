import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";
import type { RehearsedEvent, RehearsedScenario } from "@/testing/rehearse";

/** The document of each language. */
export const GUIDES: Readonly<Record<Locale, string>> = { en: "docs/testing.md", ru: "docs/testing.ru.md" };

interface Words {
  readonly opening: readonly string[];
  readonly statuses: string;
  readonly stops: string;
  readonly events: readonly [event: string, status: string, webhook: string];
  readonly dropoffs: (count: number) => string;
  readonly fault: Readonly<Record<NonNullable<RehearsedEvent["fault"]> | "none", string>>;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  en: {
    opening: [
      "# Testing an integration",
      "Orders of test mode are carried by simulated couriers. By default an order goes to plan and ends within a minute or two. Two headers of `POST /orders`, with a test key, change that:",
      "- `X-Sandbox-Scenario`: one of the scenarios below. In the dashboard, choose it in the order form.\n- `X-Sandbox-Speed`: from 1 to 600, how many times faster than in life the order goes. Waiting times, answers and delays shrink with it.",
      "With a live key both headers are a 400, and so is a value that is not listed here. A repeated create ignores them. With `wrong_code` every dropoff asks for a code, whatever the body says.",
      "`POST /sandbox/orders/{external_order_id}/step` moves an order by hand, one courier step at a time; from the first call on it moves in no other way. The body is optional: `step` names a step, `report` says what the courier tells with it.",
      "Where a courier cannot hand over and `if_undeliverable` is `ask`, the question stays open for the account’s answer time at the pace of the sandbox. Answer it yourself, or the goods go back.",
      "In `gps_lost` the last known position stays until it is 30 minutes old by the clock of the sandbox; then `driver_location` is null.",
      "The page Sandbox of the dashboard (`/dashboard/rehearsal?mode=test`) lists the scenarios that your account has gone through and what your endpoints answered. A scenario is passed when its latest order has come to its end and every event of it was answered with 2xx.",
      "Everything below was recorded from orders on a running service (`npm run rehearse`); a test repeats it.",
    ],
    statuses: "Statuses",
    stops: "Stops",
    events: ["Event", "Status", "Webhook"],
    dropoffs: (count) => `With ${count} dropoffs.`,
    fault: {
      none: "once",
      duplicate: "twice, with the same `webhook-id`",
      overtaken: "after the next event",
      late: "five minutes late",
      counted_as_500: "again: the first response counts as a 500",
    },
  },
  ru: {
    opening: [
      "# Как проверить интеграцию",
      "Заказы тестового режима развозят симулированные курьеры. По умолчанию заказ идёт по плану и завершается за минуту-другую. Это меняют два заголовка `POST /orders` с тестовым ключом:",
      "- `X-Sandbox-Scenario`: один из сценариев ниже. В кабинете его можно выбрать в форме заказа.\n- `X-Sandbox-Speed`: от 1 до 600, во сколько раз быстрее, чем в жизни, идёт заказ. Так же сокращаются ожидание, время на ответ и опоздания.",
      "С рабочим ключом оба заголовка дают ошибку 400, как и значение, которого здесь нет. При повторном создании заказа они не учитываются. В сценарии `wrong_code` код нужен по каждому адресу, что бы ни было в запросе.",
      "`POST /sandbox/orders/{external_order_id}/step` двигает заказ вручную, по одному шагу курьера; после первого такого вызова сам он больше не движется. Тело необязательно: `step` называет шаг, `report` — то, что курьер при этом сообщает.",
      "Если вручить не удалось, а `if_undeliverable` равно `ask`, вопрос ждёт ответа столько, сколько задано в настройках аккаунта, по часам песочницы. Ответьте на него сами, иначе товар поедет обратно.",
      "В `gps_lost` последнее известное место остаётся, пока ему не исполнится 30 минут по часам песочницы; затем `driver_location` становится null.",
      "Страница «Песочница» в кабинете (`/dashboard/rehearsal?mode=test`) показывает, какие сценарии прошёл ваш аккаунт и что отвечали ваши адреса. Сценарий пройден, если последний заказ по нему завершён и на каждое его событие получен ответ 2xx.",
      "Всё, что ниже, записано с заказов на работающем сервисе (`npm run rehearse`) и повторяется тестом.",
    ],
    statuses: "Статусы",
    stops: "Точки",
    events: ["Событие", "Статус", "Вебхук"],
    dropoffs: (count) => `Адресов доставки: ${count}.`,
    fault: {
      none: "один раз",
      duplicate: "дважды, с тем же `webhook-id`",
      overtaken: "после следующего события",
      late: "на пять минут позже",
      counted_as_500: "ещё раз: первый ответ засчитан как 500",
    },
  },
};

/** The guide to testing an integration, from what each scenario has really produced. */
export function testingGuide(locale: Locale, scenarios: readonly RehearsedScenario[]): string {
  const words = WORDS[locale];
  const sections = scenarios.map((one) => sectionOf(locale, words, one));
  return `${[...words.opening, ...sections.flat()].join("\n\n")}\n`;
}

function sectionOf(
  locale: Locale,
  words: Words,
  { scenario, dropoffs, statuses, events, stops }: RehearsedScenario,
): string[] {
  const arrow = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" → ");
  const rows = events.map(
    ({ event, status, fault }, index) =>
      `| ${index + 1} | \`${event}\` | \`${status}\` | ${words.fault[fault ?? "none"]} |`,
  );
  const count = dropoffs > 1 ? ` ${words.dropoffs(dropoffs)}` : "";
  return [
    `## ${scenario}`,
    `${MESSAGES[locale].rehearsal.scenario[scenario]}${count}`,
    `${words.statuses}: ${arrow(statuses)}`,
    `${words.stops}: ${stops.map(({ kind, outcome }) => `${kind} \`${outcome}\``).join(", ")}`,
    [`| # | ${words.events.join(" | ")} |`, "| --- | --- | --- | --- |", ...rows].join("\n"),
  ];
}
