import enAudit from "@/messages/en/audit.json";
import enAuth from "@/messages/en/auth.json";
import enCommon from "@/messages/en/common.json";
import enConsole from "@/messages/en/console.json";
import enCourier from "@/messages/en/courier.json";
import enDashboard from "@/messages/en/dashboard.json";
import enDelivery from "@/messages/en/delivery.json";
import enDocs from "@/messages/en/docs.json";
import enEvents from "@/messages/en/events.json";
import enHealth from "@/messages/en/health.json";
import enImport from "@/messages/en/import.json";
import enKeys from "@/messages/en/keys.json";
import enLanding from "@/messages/en/landing.json";
import enLetters from "@/messages/en/letters.json";
import enOps from "@/messages/en/ops.json";
import enOrder from "@/messages/en/order.json";
import enOrders from "@/messages/en/orders.json";
import enOverview from "@/messages/en/overview.json";
import enPeople from "@/messages/en/people.json";
import enPerformance from "@/messages/en/performance.json";
import enPricing from "@/messages/en/pricing.json";
import enPrivacy from "@/messages/en/privacy.json";
import enPush from "@/messages/en/push.json";
import enRecipient from "@/messages/en/recipient.json";
import enRecovery from "@/messages/en/recovery.json";
import enReports from "@/messages/en/reports.json";
import enRequests from "@/messages/en/requests.json";
import enSandbox from "@/messages/en/sandbox.json";
import enSite from "@/messages/en/site.json";
import enStatements from "@/messages/en/statements.json";
import enStop from "@/messages/en/stop.json";
import enTracking from "@/messages/en/tracking.json";
import enTry from "@/messages/en/try.json";
import enUi from "@/messages/en/ui.json";
import enWebhooks from "@/messages/en/webhooks.json";
import ruAudit from "@/messages/ru/audit.json";
import ruAuth from "@/messages/ru/auth.json";
import ruCommon from "@/messages/ru/common.json";
import ruConsole from "@/messages/ru/console.json";
import ruCourier from "@/messages/ru/courier.json";
import ruDashboard from "@/messages/ru/dashboard.json";
import ruDelivery from "@/messages/ru/delivery.json";
import ruDocs from "@/messages/ru/docs.json";
import ruEvents from "@/messages/ru/events.json";
import ruHealth from "@/messages/ru/health.json";
import ruImport from "@/messages/ru/import.json";
import ruKeys from "@/messages/ru/keys.json";
import ruLanding from "@/messages/ru/landing.json";
import ruLetters from "@/messages/ru/letters.json";
import ruOps from "@/messages/ru/ops.json";
import ruOrder from "@/messages/ru/order.json";
import ruOrders from "@/messages/ru/orders.json";
import ruOverview from "@/messages/ru/overview.json";
import ruPeople from "@/messages/ru/people.json";
import ruPerformance from "@/messages/ru/performance.json";
import ruPricing from "@/messages/ru/pricing.json";
import ruPrivacy from "@/messages/ru/privacy.json";
import ruPush from "@/messages/ru/push.json";
import ruRecipient from "@/messages/ru/recipient.json";
import ruRecovery from "@/messages/ru/recovery.json";
import ruReports from "@/messages/ru/reports.json";
import ruRequests from "@/messages/ru/requests.json";
import ruSandbox from "@/messages/ru/sandbox.json";
import ruSite from "@/messages/ru/site.json";
import ruStatements from "@/messages/ru/statements.json";
import ruStop from "@/messages/ru/stop.json";
import ruTracking from "@/messages/ru/tracking.json";
import ruTry from "@/messages/ru/try.json";
import ruUi from "@/messages/ru/ui.json";
import ruWebhooks from "@/messages/ru/webhooks.json";

const en = {
  audit: enAudit,
  auth: enAuth,
  common: enCommon,
  console: enConsole,
  courier: enCourier,
  dashboard: enDashboard,
  delivery: enDelivery,
  docs: enDocs,
  events: enEvents,
  health: enHealth,
  import: enImport,
  keys: enKeys,
  landing: enLanding,
  letters: enLetters,
  ops: enOps,
  order: enOrder,
  orders: enOrders,
  overview: enOverview,
  people: enPeople,
  performance: enPerformance,
  pricing: enPricing,
  privacy: enPrivacy,
  push: enPush,
  recipient: enRecipient,
  recovery: enRecovery,
  sandbox: enSandbox,
  reports: enReports,
  requests: enRequests,
  site: enSite,
  statements: enStatements,
  stop: enStop,
  tracking: enTracking,
  try: enTry,
  ui: enUi,
  webhooks: enWebhooks,
};

const ru: typeof en = {
  audit: ruAudit,
  auth: ruAuth,
  common: ruCommon,
  console: ruConsole,
  courier: ruCourier,
  dashboard: ruDashboard,
  delivery: ruDelivery,
  docs: ruDocs,
  events: ruEvents,
  health: ruHealth,
  import: ruImport,
  keys: ruKeys,
  landing: ruLanding,
  letters: ruLetters,
  ops: ruOps,
  order: ruOrder,
  orders: ruOrders,
  overview: ruOverview,
  people: ruPeople,
  performance: ruPerformance,
  pricing: ruPricing,
  privacy: ruPrivacy,
  push: ruPush,
  recipient: ruRecipient,
  recovery: ruRecovery,
  sandbox: ruSandbox,
  reports: ruReports,
  requests: ruRequests,
  site: ruSite,
  statements: ruStatements,
  stop: ruStop,
  tracking: ruTracking,
  try: ruTry,
  ui: ruUi,
  webhooks: ruWebhooks,
};

/** Every word of the pages, by language and then by page. Both languages have the same keys, which the types hold. */
export const MESSAGES = { ru, en } satisfies Record<string, typeof en>;
