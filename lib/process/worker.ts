import { mailApproval } from "@/lib/accounts/mail-approval";
import { mailInvitation } from "@/lib/accounts/mail-invitation";
import { mailReset } from "@/lib/accounts/mail-reset";
import { findWaitingAccounts, mailWaitingAccounts } from "@/lib/accounts/mail-waiting-accounts";
import { chainAudit } from "@/lib/audit/chain-records";
import { closeStatement, findDueStatements } from "@/lib/billing/close-statements";
import { mergeEndedOrderSums } from "@/lib/billing/ended-order-sums";
import { mailStatement } from "@/lib/billing/mail-statement";
import { findChangedDays, sumOrderDays } from "@/lib/billing/sum-order-days";
import { systemClock } from "@/lib/clock";
import { type Config, config } from "@/lib/config";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { listen } from "@/lib/db/listen";
import { isUnavailable } from "@/lib/db/pg-errors";
import { checkAcceptance } from "@/lib/dispatch/check-acceptance";
import { pauseOverloadedZones } from "@/lib/dispatch/pause-overloaded-zones";
import { pushOffer } from "@/lib/dispatch/push-offer";
import { runDispatch } from "@/lib/dispatch/run-dispatch";
import { isQuarantined } from "@/lib/events/data-state";
import { mailRestore } from "@/lib/events/mail-restore";
import { openFileStore } from "@/lib/files/open-file-store";
import { RUN_BATCHES } from "@/lib/imports/batches/batch";
import { runBatches } from "@/lib/imports/batches/run-batches";
import { DISPATCH_MESSAGE, JOBS_CHANNEL, type JobHandler, type JobKind } from "@/lib/jobs/job";
import type { Schedule } from "@/lib/jobs/run-jobs";
import { logFailure } from "@/lib/log";
import { metrics, observeWebhookAttempt } from "@/lib/metrics";
import { openPush, type PushContext, type PushService } from "@/lib/notify/push-context";
import { pushCourier } from "@/lib/notify/push-courier";
import { applyDefaultResolution } from "@/lib/orders/fulfillment/apply-default-resolution";
import { computeCourierRoute } from "@/lib/orders/fulfillment/route-courier";
import { discardFile } from "@/lib/orders/proof/discard-file";
import { runBackups } from "@/lib/process/backup/run-backups";
import { deleteExpiredData } from "@/lib/process/delete-expired-data";
import { openRouter } from "@/lib/process/open-router";
import { runtime } from "@/lib/process/runtime";
import { startJobRunners } from "@/lib/process/start-job-runners";
import { demoTraffic } from "@/lib/sandbox/demo/demo-traffic";
import { simulateIdle } from "@/lib/sandbox/simulate-idle";
import { simulateOrder } from "@/lib/sandbox/simulate-order";
import { learnDurations } from "@/lib/tracking/arrivals/learn-durations";
import { runArrivalUpdates } from "@/lib/tracking/arrivals/run-arrival-updates";
import { detectMessages } from "@/lib/tracking/messages/detect-messages";
import { MESSAGES_CHANNEL } from "@/lib/tracking/messages/insert-messages";
import { runMessages } from "@/lib/tracking/messages/run-messages";
import { notifyRecipients } from "@/lib/tracking/notify-recipients";
import { promiseArrival } from "@/lib/tracking/promise-arrival";
import { pushMessage } from "@/lib/tracking/push-message";
import { WEBHOOKS_CHANNEL } from "@/lib/webhooks/insert-deliveries";
import { mailEndpoint, watchEndpoint } from "@/lib/webhooks/mail-endpoint";
import { runDeliveries } from "@/lib/webhooks/run-deliveries";
import { sendPositions } from "@/lib/webhooks/send-positions";
import { webhookContext } from "@/lib/webhooks/webhook-context";

const SEND_POSITIONS_EVERY_MS = 5_000;
const NOTIFY_EVERY_MS = 5_000;

export const jobHandlers = (
  settings: Pick<
    Config,
    | "mail"
    | "authSecret"
    | "formerAuthSecret"
    | "publicUrl"
    | "supportEmail"
    | "files"
    | "dataDir"
    | "requestLogDays"
    | "billing"
  >,
  push: PushService | null = null,
  batches = runBatches(() => runtime().rateLimiter),
): Readonly<Record<JobKind, JobHandler>> => ({
  check_acceptance: checkAcceptance,
  answer_stop: applyDefaultResolution,
  route_courier: computeCourierRoute,
  promise_arrival: promiseArrival,
  simulate_order: simulateOrder(openFileStore(settings.files)),
  simulate_idle: simulateIdle,
  demo_traffic: demoTraffic(settings.dataDir, () => runtime().hub.hasStreams),
  chain_audit: chainAudit,
  clean_up: deleteExpiredData(openFileStore(settings.files), settings),
  mail_invitation: mailInvitation(settings),
  mail_reset: mailReset(settings),
  mail_approval: mailApproval(settings),
  find_waiting_accounts: findWaitingAccounts,
  mail_waiting_accounts: mailWaitingAccounts(settings),
  watch_endpoint: watchEndpoint(settings),
  mail_endpoint: mailEndpoint(settings),
  discard_file: discardFile(openFileStore(settings.files)),
  erase_file: discardFile(openFileStore(settings.files)),
  push_courier: pushCourier(push),
  push_offer: pushOffer(push),
  push_message: pushMessage(push),
  [RUN_BATCHES.live]: batches.live,
  [RUN_BATCHES.test]: batches.test,
  find_changed_days: findChangedDays,
  sum_order_days: sumOrderDays,
  find_due_statements: findDueStatements,
  close_statement: closeStatement(settings),
  mail_statement: mailStatement(settings),
  merge_ended_order_sums: mergeEndedOrderSums,
  mail_restore: mailRestore(settings),
  learn_durations: learnDurations,
  pause_overloaded_zones: pauseOverloadedZones,
});

const SCHEDULES: readonly Schedule[] = [
  { name: "simulate_idle", everyMs: 4 * 60_000, kind: "simulate_idle" },
  { name: "demo_traffic", everyMs: 60_000, kind: "demo_traffic" },
  { name: "chain_audit", everyMs: 60_000, kind: "chain_audit" },
  { name: "clean_up", everyMs: 60 * 60_000, kind: "clean_up" },
  { name: "find_waiting_accounts", everyMs: 60_000, kind: "find_waiting_accounts" },
  { name: "find_changed_days", everyMs: 60_000, kind: "find_changed_days" },
  { name: "merge_ended_order_sums", everyMs: 60_000, kind: "merge_ended_order_sums" },
  { name: "pause_overloaded_zones", everyMs: 15_000, kind: "pause_overloaded_zones" },
  { name: "find_due_statements", everyMs: 60 * 60_000, kind: "find_due_statements" },
  { name: "learn_durations", everyMs: 24 * 60 * 60_000, kind: "learn_durations" },
];

function jobContext(settings: Config): Context {
  return {
    db: runtime().db,
    clock: systemClock,
    router: openRouter(settings).forCaller({ key: "jobs" }),
    actor: { type: "job", id: "dispatch" },
    publicUrl: settings.publicUrl,
    dispatch: settings.dispatch,
    planner: runtime().planner,
  };
}

async function unlessQuarantined(db: Database, work: () => Promise<unknown>): Promise<void> {
  if (!(await isQuarantined(db))) await work();
}

/** Null unless backups are configured. */
function startBackups(settings: Config): { stop(): Promise<void> } | null {
  const { backup } = settings;
  if (backup === null) return null;
  const onFailure = (error: unknown) => logFailure("backup failed", error);
  return runBackups({
    db: runtime().db,
    settings: { ...settings, backup },

    onFailure,
  });
}

/** Sends webhooks; null without a key for their secrets, since no endpoint can then exist. */
function startDeliveries(settings: Config): { stop(): Promise<void> } | null {
  if (settings.webhooks.secretText === null) return null;
  const context = webhookContext({ db: runtime().db, clock: systemClock }, settings);
  const runner = runDeliveries(context, {
    attempt: ({ tries, createdAt }, { failure, durationMs }) => {
      const delayMs = tries === 0 ? systemClock.now().getTime() - durationMs - createdAt.getTime() : null;
      observeWebhookAttempt(
        failure ?? "success",
        durationMs / 1000,
        delayMs === null ? null : delayMs / 1000,
      );
    },
    failure: (error) => logFailure("webhook not sent", error),
  });
  const wake = () => runner.wake();
  const listener = listen(settings.databaseUrl, WEBHOOKS_CHANNEL, { message: wake, connected: wake });
  const positions = setInterval(() => {
    unlessQuarantined(context.db, () => sendPositions(context)).catch((error: unknown) => {
      if (!isUnavailable(error)) logFailure("positions not sent", error);
    });
  }, SEND_POSITIONS_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(positions);
      await runner.stop();
      await listener.close();
    },
  };
}

/** Also decides about messages without a provider, so that none waits for one. */
function startMessages(settings: Config, context: Context): { stop(): Promise<void> } {
  const runner = runMessages(
    { ...context, provider: settings.messages },
    {
      attempt: ({ failure, durationMs }) =>
        metrics().messages.observe({ outcome: failure ?? "success" }, durationMs / 1000),
      failure: (error) => logFailure("message not sent", error),
    },
  );
  const wake = () => runner.wake();
  const listener = listen(settings.databaseUrl, MESSAGES_CHANNEL, { message: wake, connected: wake });
  return {
    stop: async () => {
      await runner.stop();
      await listener.close();
    },
  };
}

/** Notifies recipients of couriers nearby; a pass is skipped while the previous one is running. */
function startNotifications(context: PushContext & Pick<Context, "dispatch">): { stop(): Promise<void> } {
  let notifying = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    notifying = unlessQuarantined(context.db, () =>
      Promise.all([detectMessages(context), notifyRecipients(context)]),
    )
      .catch((error: unknown) => {
        if (!isUnavailable(error)) logFailure("recipients not notified", error);
      })
      .finally(() => {
        isBusy = false;
      });
  }, NOTIFY_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return notifying;
    },
  };
}

export function startWorker(): { stop(): Promise<void> } {
  const settings = config();
  const deliveries = startDeliveries(settings);
  const backups = startBackups(settings);
  const context = jobContext(settings);
  const push = openPush(settings);
  const notifications = startNotifications({ ...context, push });
  const messages = startMessages(settings, context);
  const dispatcher = runDispatch(context, (error) => logFailure("orders not dispatched", error));
  const arrivals = runArrivalUpdates(context, (error) => logFailure("arrivals not updated", error));
  const runners = startJobRunners({
    context,
    handlers: jobHandlers(settings, push),
    schedules: SCHEDULES,
    onFailure: (kind, error) => logFailure("job failed", error, { kind }),
  });
  const listener = listen(settings.databaseUrl, JOBS_CHANNEL, {
    message: (message) => (message === DISPATCH_MESSAGE ? dispatcher : runners).wake(),
    connected: () => {
      dispatcher.wake();
      runners.wake();
    },
  });
  return {
    stop: async () => {
      await Promise.all([
        dispatcher.stop(),
        arrivals.stop(),
        runners.stop(),
        deliveries?.stop(),
        backups?.stop(),
        notifications.stop(),
        messages.stop(),
      ]);
      await Promise.all([listener.close(), push?.sender.close()]);
    },
  };
}
