"use server";

import * as z from "zod";
import { invitationSettings } from "@/app/invitation-settings";
import { cancellation } from "@/app/ops/cancellation";
import { takeOperatorSubmission } from "@/app/ops/submission";
import { problemsOf } from "@/app/submission";
import type { FormState } from "@/components/ui/form-state";
import { readHome } from "@/lib/accounts/home";
import { inviteOwner } from "@/lib/accounts/invite-owner";
import { issueResetLink, type ResetLink } from "@/lib/accounts/issue-reset-link";
import { listPeople } from "@/lib/accounts/list-people";
import { type OpenedAccount, openAccount as openNewAccount } from "@/lib/accounts/open-account";
import { forgotten, newAccount, rateLimit } from "@/lib/accounts/schema";
import { updateAccount } from "@/lib/accounts/update-account";
import type { InvitationLink } from "@/lib/accounts/write-invitation";
import { MOST_CASH_RUBLES } from "@/lib/cash/cash";
import { handInCash, issueCash } from "@/lib/cash/hand-cash";
import { cashAmount } from "@/lib/cash/schema";
import { config } from "@/lib/config";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { type CourierAccess, issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { newCourier } from "@/lib/couriers/schema";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { giveOrder } from "@/lib/dispatch/give-order";
import { DomainError } from "@/lib/domain-error";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { adjustmentAmount, adjustmentWhy } from "@/lib/orders/adjustment";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { answerQuestion } from "@/lib/orders/carrying/answer-question";
import { completeReturn } from "@/lib/orders/carrying/complete-return";
import { deliverDropoff } from "@/lib/orders/carrying/deliver-dropoff";
import { deliverOrder } from "@/lib/orders/carrying/deliver-order";
import { overrideCode } from "@/lib/orders/carrying/override-code";
import { startOrder } from "@/lib/orders/carrying/start-order";
import { getOrder } from "@/lib/orders/load-order";
import { ANSWERS } from "@/lib/orders/order";
import { asMode } from "@/lib/pages/mode";
import { fromRubles } from "@/lib/pricing/money";
import { tariffNumbers, tariffOfNumbers } from "@/lib/pricing/schema";
import { setTariff } from "@/lib/pricing/set-tariff";
import { setTravelFactors } from "@/lib/routing/set-travel-factors";
import { factorNumbers, factorsOf } from "@/lib/routing/travel-factors";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const id = z.guid();

const orderOf = (context: Context, values: Record<string, string>) =>
  getOrder(context.db, { code: values.code ?? "" });

/**
 * Gives an order to a courier, or to another one, who takes its goods over if they are under way. Asks for a second
 * confirmation if their vehicle is too small.
 */
export async function assign(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const courier = id.safeParse(values.courier);
    if (!courier.success) return { problems: [{ field: "courier", code: "required" }] };
    const { scope, externalOrderId } = await orderOf(context, values);
    const terms = { isAnyVehicleFine: values.anyway === "on" };
    const { driver } = await giveOrder(context, scope, {
      externalOrderId,
      courierId: courier.data,
      ...terms,
    });
    return { subject: driver?.name ?? "" };
  });
}

/** Marks the order as picked up. */
export async function start(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const { scope, externalOrderId } = await orderOf(context, values);
    await startOrder(context, scope, externalOrderId);
    return undefined;
  });
}

/** Marks everything as handed over. */
export async function deliver(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const { scope, externalOrderId } = await orderOf(context, values);
    await deliverOrder(context, scope, externalOrderId);
    return undefined;
  });
}

/** A stop as `stops` of the API counts them. */
const stopIndex = z.coerce.number().int().min(0).max(MAX_DROPOFFS);
const delivering = z.object({ position: stopIndex });

/** Marks one dropoff as handed over. */
export async function deliverOne(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = delivering.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { scope, externalOrderId } = await orderOf(context, values);
    await deliverDropoff(context, scope, { externalOrderId, ...parsed.data });
    return undefined;
  });
}

/** Cancels an order that will not be delivered. */
export async function cancel(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = cancellation.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { scope, externalOrderId } = await orderOf(context, values);
    await cancelOrder(context, scope, { externalOrderId, ...parsed.data });
    return undefined;
  });
}

const answering = z.object({
  index: stopIndex,
  action: z.enum(ANSWERS),
});

/** Says what becomes of a dropoff that could not be handed over. */
export async function answer(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = answering.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { scope, externalOrderId } = await orderOf(context, values);
    await answerQuestion(context, scope, { externalOrderId, ...parsed.data });
    return undefined;
  });
}

const overriding = z.object({
  position: stopIndex,
  reason: z.string().trim().min(1, { error: "required" }).max(255, { error: "too_long" }),
});

/** Lets the courier go on without the code of a stop. */
export async function override(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = overriding.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { scope, externalOrderId } = await orderOf(context, values);
    await overrideCode(context, scope, { externalOrderId, ...parsed.data });
    return undefined;
  });
}

/** Marks the goods that went back as handed back. */
export async function takeBack(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const { scope, externalOrderId } = await orderOf(context, values);
    await completeReturn(context, scope, externalOrderId);
    return undefined;
  });
}

/** Adds a courier. A real one gets a link at once. */
export async function hire(_: FormState<CourierAccess>, form: FormData): Promise<FormState<CourierAccess>> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = newCourier(readHome(config().dataDir).phoneCountry).safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { name, phone, transport: type, ...vehicle } = parsed.data;
    const mode = asMode(values.mode);
    // In test mode every courier is simulated.
    const isSimulated = mode === "test" || values.simulated === "on";
    const transport = { type, ...vehicle };
    const courier = await createCourier(context.db, { name, phone, transport, isSimulated, mode });
    const access = isSimulated ? null : await issueCourierLink(context.db, courier.id, context.publicUrl);
    return { subject: name, result: access };
  });
}

/** Gives a courier a new link; the previous one stops working. */
export async function renewLink(
  _: FormState<CourierAccess>,
  form: FormData,
): Promise<FormState<CourierAccess>> {
  return takeOperatorSubmission(form, async (context, values) => ({
    result: await issueCourierLink(context.db, idOf(values), context.publicUrl),
  }));
}

/** Deactivates a courier, or reactivates them. */
export async function switchCourier(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    await disableCourier(context, idOf(values), values.disable === "true");
    return undefined;
  });
}

function idOf(values: Record<string, string>): string {
  const parsed = id.safeParse(values.id);
  if (!parsed.success) throw new DomainError("COURIER_NOT_FOUND");
  return parsed.data;
}

const cashForm = z.object({ amount: cashAmount });

/** Gives a courier cash for buyouts. */
export async function issueCourierCash(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values) => handCash(context, values, issueCash));
}

/** Takes in cash that a courier hands in. */
export async function takeCourierCash(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, (context, values) => handCash(context, values, handInCash));
}

async function handCash(context: Context, values: Record<string, string>, hand: typeof issueCash) {
  const parsed = cashForm.safeParse(values);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  try {
    await hand(context, idOf(values), parsed.data.amount);
  } catch (error) {
    if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
    const isMore =
      hand === handInCash && parsed.data.amount <= fromRubles(MOST_CASH_RUBLES) && parsed.data.amount > 0;
    return { problems: [{ field: "amount", code: isMore ? "more_than_held" : "cash" }] };
  }
  return undefined;
}

const adjustment = z.object({ amount: adjustmentAmount, why: adjustmentWhy });

/** Adds to what an order costs, or takes from it. */
export async function adjust(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async (context, values) => {
    const parsed = adjustment.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const { scope, externalOrderId } = await orderOf(context, values);
    try {
      await adjustCharge(context, scope, { externalOrderId, ...parsed.data });
    } catch (error) {
      if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
      return { problems: [{ field: "amount", code: "below_zero" }] };
    }
    return undefined;
  });
}

/** Opens an account and invites its owner; the link is shown once. */
export async function openAccount(
  _: FormState<OpenedAccount>,
  form: FormData,
): Promise<FormState<OpenedAccount>> {
  return takeOperatorSubmission(form, async (context, values, { userId }) => {
    const parsed = newAccount.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const home = readHome(config().dataDir);
    const opened = await openNewAccount(context, userId, {
      ...parsed.data,
      home,
      settings: invitationSettings(),
    });
    return { subject: parsed.data.name, result: opened };
  });
}

/** Invites an owner into an account, or renews the invitation. */
export async function inviteAccountOwner(
  _: FormState<InvitationLink>,
  form: FormData,
): Promise<FormState<InvitationLink>> {
  return takeOperatorSubmission(form, async (context, values, { userId }) => {
    const parsed = forgotten.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    const input = { accountId: accountOf(values), ...parsed.data, settings: invitationSettings() };
    const invited = await inviteOwner(context, userId, input);
    return { subject: invited.email, result: invited };
  });
}

/** Makes a link with which a person of an account sets a new password; it is shown once. */
export async function issuePasswordLink(
  _: FormState<ResetLink>,
  form: FormData,
): Promise<FormState<ResetLink>> {
  return takeOperatorSubmission(form, async (context, values) => {
    const { people } = await listPeople(context.db, { accountId: accountOf(values) });
    const person = people.find(({ id }) => id === values.person);
    if (person === undefined) throw new DomainError("PERSON_NOT_FOUND");
    return { subject: person.email, result: await issueResetLink(context, person.email) };
  });
}

function accountOf(values: Record<string, string>): string {
  const parsed = id.safeParse(values.id);
  if (!parsed.success) throw new DomainError("ACCOUNT_NOT_FOUND");
  return parsed.data;
}

/** Disables or enables an account. */
export async function switchAccount(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async ({ db, clock }, values) => {
    const disabledAt = values.disable === "true" ? clock.now() : null;
    await updateAccount(db, accountOf(values), { disabledAt });
    return undefined;
  });
}

/** Changes whether the owner is a customer, and the rate limit of the account's keys. */
export async function changeAccount(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async ({ db }, values) => {
    const limit = rateLimit.safeParse(values.rate_limit ?? "");
    if (!limit.success) return { problems: [{ field: "rate_limit", code: "rate_limit" }] };
    const isCustomer = values.customer === "on";
    await updateAccount(db, accountOf(values), { isCustomer, rateLimitPerMinute: limit.data });
    return undefined;
  });
}

/** Puts a new tariff in force. */
export async function changeTariff(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async ({ db }, values) => {
    const parsed = tariffNumbers.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    try {
      await setTariff(db, tariffOfNumbers(parsed.data));
    } catch (error) {
      if (!(error instanceof DomainError) || error.issues.length === 0) throw error;
      return {
        problems: error.issues.map(({ field, message }) => ({ field, code: tariffProblem(field, message) })),
      };
    }
    return undefined;
  });
}

/** Puts new travel factors into force. */
export async function changeTravelFactors(_: FormState, form: FormData): Promise<FormState> {
  return takeOperatorSubmission(form, async ({ db }, values) => {
    const parsed = factorNumbers.safeParse(values);
    if (!parsed.success) return { problems: problemsOf(parsed.error) };
    await setTravelFactors(db, factorsOf(parsed.data));
    return undefined;
  });
}

function tariffProblem(field: string, message: string): string {
  // Each number is valid by itself; only the combination is wrong.
  if (message.startsWith("must not")) return field === "band_width_km" ? "too_many_bands" : "below_first";
  if (field === "per_km_over") return "amount_per_km";
  if (field === "waiting_per_minute") return "amount_per_minute";
  if (field === "waiting_free_minutes") return "minutes";
  if (field === "return_percent") return "percent";
  if (field === "courier_percent") return "courier_percent";
  return field.endsWith("_km") ? "distance" : "amount";
}
