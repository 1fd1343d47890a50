/**
 * What else finds each command, in both languages: whoever looks for the way to their own language types in that one.
 */
export const SEARCH_WORDS = {
  overview: "overview home today обзор главная сегодня",
  orders: "orders deliveries list заказы доставки",
  map: "map couriers карта курьеры",
  new: "new order new delivery create новый заказ новая доставка создать",
  keys: "api keys token апи ключи токен",
  requests: "request log logs журнал запросы логи апи",
  webhooks: "webhooks events вебхуки уведомления",
  rehearsal: "rehearsal sandbox test scenarios certification песочница сценарии проверка",
  docs: "docs documentation help reference документация справка апи",
  team: "team people staff команда сотрудники люди",
  settings: "settings account profile настройки аккаунт",
  tariff: "tariff price prices тариф тарифы цена стоимость калькулятор",
  events: "events journal события журнал событий",
  exceptions: "now exceptions attention console problems сейчас пульт проблемы внимание",
  couriers: "couriers people shift курьеры люди смена",
  accounts: "accounts shops аккаунты магазины",
  area: "area zones map зона зоны обслуживание карта",
  to_live: "live mode рабочий режим",
  to_test: "test mode sandbox тестовый режим песочница",
  language: "language english russian язык русский английский",
  theme_system: "theme colour color system auto device тема цвет системная",
  theme_light: "theme colour color light day тема цвет светлая день",
  theme_dark: "theme colour color dark night тема цвет тёмная темная ночь",
  shortcuts: "keyboard shortcuts hotkeys сочетания горячие клавиши",
  sign_out: "sign out log out logout выйти выход",
  cancel_order: "cancel order отменить заказ отмена отмени",
  issue_link: "issue link tracking share выдать ссылка ссылку трекинг",
  new_key: "new key create api token новый ключ создать токен",
  density: "density compact comfortable плотность компактно",
} as const;

export type CommandId = keyof typeof SEARCH_WORDS;
