"use server";

import * as z from "zod";
import { invitationSettings } from "@/app/invitation-settings";
import { cancellation, operatorAction } from "@/app/ops/submission";
import { parseForm, readId } from "@/app/submission";
import type { Problem } from "@/components/ui/form-state";
import { getAccount } from "@/lib/accounts/get-account";
import { readHome } from "@/lib/accounts/home";
import { issueResetLink, type ResetLink } from "@/lib/accounts/issue-reset-link";
import { listPeople } from "@/lib/accounts/list-people";
import { inviteOwner, type OpenedAccount, openAccount as openNewAccount } from "@/lib/accounts/open-account";
import { forgotPasswordForm, newAccount, rateLimit } from "@/lib/accounts/schema";
import type { AccountScope } from "@/lib/accounts/scope";
import { updateAccount } from "@/lib/accounts/update-account";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import type { AuditAction } from "@/lib/audit/call";
import { transferCash } from "@/lib/cash/hand-cash";
import { cashAmount, MAX_CASH_RUBLES } from "@/lib/cash/schema";
import { config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { type CourierAccess, issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { messageText, newCourier } from "@/lib/couriers/schema";
import { sendMessage } from "@/lib/couriers/send-message";
import { assignOrReassign } from "@/lib/dispatch/assign-or-reassign";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { DomainError } from "@/lib/domain-error";
import { reopenException } from "@/lib/monitoring/handle-exception";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { confirmHeldOrder } from "@/lib/orders/confirm-held-order";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { resolveUndeliverable } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { getOrder } from "@/lib/orders/load-order";
import { UNDELIVERABLE_RESOLUTIONS } from "@/lib/orders/order";
import { checkNewTariff, previewTariff, type TariffAnswer } from "@/lib/orders/preview-tariff";
import { adjustmentAmount, adjustmentWhy } from "@/lib/orders/schema";
import { listTariffs } from "@/lib/pricing/get-tariff";
import { fromRubles } from "@/lib/pricing/money";
import { tariffNumbers, tariffOfNumbers } from "@/lib/pricing/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { reviewTariff } from "@/lib/pricing/tariff-review";
import { setTravelFactors } from "@/lib/routing/current-travel-factors";
import { factorNumbers, toTravelFactors } from "@/lib/routing/travel-factors";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { enterPayment, paymentInput } from "@/lib/statements/balance";
import { parseMode } from "@/lib/web/mode";

const id = z.guid();

type Values = Record<string, string>;

const loadOrder = (context: Context, values: Values) => getOrder(context.db, { code: values.code ?? "" });

const orderAction = (
  action: AuditAction,
  change: (context: Context, scope: AccountScope, externalOrderId: string) => Promise<unknown>,
) =>
  operatorAction(action, async (context, values) => {
    const { scope, externalOrderId } = await loadOrder(context, values);
    await change(context, scope, externalOrderId);
  });

const orderFormAction = <Input extends object>(
  action: AuditAction,
  schema: z.ZodType<Input>,
  change: (
    context: Context,
    scope: AccountScope,
    input: Input & { externalOrderId: string },
  ) => Promise<unknown>,
) =>
  operatorAction(action, async (context, values) => {
    const input = parseForm(schema, values);
    const { scope, externalOrderId } = await loadOrder(context, values);
    await change(context, scope, { ...input, externalOrderId });
  });

/** Requires a second confirmation if the courier's vehicle is too small for the goods. */
export const assign = operatorAction("order.assign", async (context, values) => {
  const courier = id.safeParse(values.courier);
  if (!courier.success) return { problems: [{ field: "courier", code: "required" }] };
  const { scope, externalOrderId } = await loadOrder(context, values);
  const terms = { courierId: courier.data, isAnyVehicleFine: values.anyway === "on" };
  const { driver } = await assignOrReassign(context, scope, { externalOrderId, ...terms });
  return { subject: driver?.name ?? "" };
});

/** `seen` is the version of the order whose trip the operator has seen. */
export const confirm = orderFormAction(
  "order.confirm",
  z.object({ seen: z.string() }).transform(({ seen }) => ({ seenVersion: seen })),
  confirmHeldOrder,
);

export const start = orderAction("order.start", startOrder);
export const deliver = orderAction("order.deliver", deliverOrder);
export const takeBack = orderAction("order.complete_return", completeReturn);

/** Stops are counted as in the API's `stops`: 0 is the pickup. */
const stopIndex = z.coerce.number().int().min(0).max(MAX_DROPOFFS);

export const deliverOne = orderFormAction("order.deliver", z.object({ position: stopIndex }), deliverDropoff);
export const cancel = orderFormAction("order.cancel", cancellation, cancelOrder);
export const answer = orderFormAction(
  "order.answer",
  z.object({ index: stopIndex, action: z.enum(UNDELIVERABLE_RESOLUTIONS) }),
  resolveUndeliverable,
);
export const override = orderFormAction(
  "order.override_code",
  z.object({ position: stopIndex, reason: cancellation.shape.reason }),
  overrideCode,
);

export const hire = operatorAction<CourierAccess>("courier.create", async (context, values) => {
  const courier = parseForm(newCourier(readHome(config().dataDir).phoneCountry), values);
  const { name, phone, transport: type, ...vehicle } = courier;
  const mode = parseMode(values.mode);
  // In test mode every courier is simulated.
  const isSimulated = mode === "test" || values.simulated === "on";
  const transport = { type, ...vehicle };
  const { id } = await createCourier(context.db, { name, phone, transport, isSimulated, mode });
  const access = isSimulated ? null : await issueCourierLink(context.db, id, context.publicUrl);
  return { subject: name, result: access };
});

export const renewLink = operatorAction<CourierAccess>("courier.renew_link", async (context, values) => ({
  result: await issueCourierLink(context.db, readId(values, "COURIER_NOT_FOUND"), context.publicUrl),
}));

export const switchCourier = operatorAction("courier.switch", async (context, values) => {
  await disableCourier(context, readId(values, "COURIER_NOT_FOUND"), values.disable === "true");
});

const message = z.object({ text: messageText, id: id.optional() });

export const tell = operatorAction(null, async (context, values) => {
  const { id, text } = parseForm(message, values);
  const courierIds = id === undefined ? "on_shift" : [id];
  const notified = await sendMessage(context, { courierIds, mode: parseMode(values.mode), text });
  return { subject: String(notified) };
});

/** Converts a refusal of some fields to problems of the form. */
async function findProblems(
  work: Promise<unknown>,
  toProblems: (error: DomainError) => Problem[],
): Promise<{ problems: Problem[] } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
    return { problems: toProblems(error) };
  }
}

const cashAction = (kind: "issued" | "handed_in") =>
  operatorAction("cash.create", (context, values) => {
    const { amount } = parseForm(z.object({ amount: cashAmount }), values);
    return findProblems(transferCash(context, readId(values, "COURIER_NOT_FOUND"), { kind, amount }), () => {
      const isMore = kind === "handed_in" && amount <= fromRubles(MAX_CASH_RUBLES) && amount > 0;
      return [{ field: "amount", code: isMore ? "more_than_held" : "cash" }];
    });
  });

export const issueCourierCash = cashAction("issued");
export const takeCourierCash = cashAction("handed_in");

export const addPayment = operatorAction("payment.create", async (context, values) => {
  const payment = parseForm(paymentInput, values);
  await getAccount(context.db, payment.account);
  await enterPayment(context, payment);
});

const adjustment = z.object({ amount: adjustmentAmount, why: adjustmentWhy });

export const adjust = operatorAction("order.adjust", async (context, values) => {
  const input = parseForm(adjustment, values);
  const { scope, externalOrderId } = await loadOrder(context, values);
  return findProblems(adjustCharge(context, scope, { externalOrderId, ...input }), () => [
    { field: "amount", code: "below_zero" },
  ]);
});

export const openAccount = operatorAction<OpenedAccount>(
  "account.create",
  async (context, values, { userId }) => {
    const account = parseForm(newAccount, values);
    const terms = { home: readHome(config().dataDir), settings: invitationSettings() };
    const opened = await openNewAccount(context, userId, { ...account, ...terms });
    return { subject: account.name, result: opened };
  },
);

export const inviteAccountOwner = operatorAction<InvitationLink>(
  "invitation.create",
  async (context, values, { userId }) => {
    const owner = parseForm(forgotPasswordForm, values);
    const accountId = readId(values, "ACCOUNT_NOT_FOUND");
    const input = { accountId, ...owner, settings: invitationSettings() };
    const invited = await inviteOwner(context, userId, input);
    return { subject: invited.email, result: invited };
  },
);

export const issuePasswordLink = operatorAction<ResetLink>("user.reset_link", async (context, values) => {
  const { people } = await listPeople(context.db, { accountId: readId(values, "ACCOUNT_NOT_FOUND") });
  const person = people.find(({ id }) => id === values.person);
  if (person === undefined) throw new DomainError("PERSON_NOT_FOUND");
  return { subject: person.email, result: await issueResetLink(context, person.email) };
});

export const switchAccount = operatorAction("account.switch", async ({ db, clock }, values) => {
  const disabledAt = values.disable === "true" ? clock.now() : null;
  await updateAccount(db, readId(values, "ACCOUNT_NOT_FOUND"), { disabledAt });
});

export const changeAccount = operatorAction("account.change", async ({ db }, values) => {
  const limit = rateLimit.safeParse(values.rate_limit ?? "");
  if (!limit.success) return { problems: [{ field: "rate_limit", code: "rate_limit" }] };
  const change = { isCustomer: values.customer === "on", rateLimitPerMinute: limit.data };
  await updateAccount(db, readId(values, "ACCOUNT_NOT_FOUND"), change);
});

/**
 * Previews the tariff, compares it with the one in force, or puts it into force, depending on the pressed button.
 * Only reviewed values are put into force, and only in place of the tariff that the page has shown.
 */
export const changeTariff = operatorAction<TariffAnswer>("tariff.change", async (context, values) => {
  const tariff = tariffOfNumbers(parseForm(tariffNumbers, values));
  const toProblems = ({ issues }: DomainError) =>
    issues.map(({ field, message }) => ({ field, code: tariffProblem(field, message) }));
  if (values.act === "preview") {
    const preview = previewTariff(context, parseMode(values.mode), tariff);
    const problems = await findProblems(preview, toProblems);
    return problems ?? { result: { preview: await preview, review: null }, values };
  }
  const [current] = await listTariffs(context.db);
  // Returned, since a thrown refusal would replace the form with that of the new tariff.
  if (current === undefined || values.base !== String(current.tariff.id)) {
    return { refusal: "TARIFF_CHANGED" };
  }
  const problems = await findProblems(checkNewTariff(tariff), toProblems);
  if (problems !== undefined) return problems;
  const review = reviewTariff(current.tariff, tariff);
  if (values.act === "save" && values.reviewed === review.reviewed) {
    await setTariff(context.db, tariff, current.tariff.id);
    return undefined;
  }
  return { result: { preview: null, review }, values };
});

export const changeTravelFactors = operatorAction("travel_factors.change", async ({ db }, values) => {
  const numbers = parseForm(factorNumbers, values);
  await setTravelFactors(db, toTravelFactors(numbers));
});

const TARIFF_PROBLEMS: Readonly<Record<string, string>> = {
  per_km_over: "amount_per_km",
  waiting_per_minute: "amount_per_minute",
  waiting_free_minutes: "minutes",
  return_percent: "percent",
  courier_percent: "courier_percent",
};

function tariffProblem(field: string, message: string): string {
  // Each number is valid alone; the combination is not.
  if (message.startsWith("must not")) return field === "band_width_km" ? "too_many_bands" : "below_first";
  return TARIFF_PROBLEMS[field] ?? (field.endsWith("_km") ? "distance" : "amount");
}

/** Records that an operator has handled the exception that the form names. */
export const handle = operatorAction(null, async () => undefined);
export const reopen = operatorAction(null, async (context, values) => {
  await reopenException(context, values);
});
