"use server";

import { operatorAction } from "@/app/ops/submission";
import {
  beginOwnPasskey,
  changeOwnPassword,
  deleteOwnPasskey,
  endOwnOthers,
  endOwnSession,
  finishOwnPasskey,
  type OwnCredentials,
} from "@/app/security-actions";
import { parseForm } from "@/app/submission";
import type { AuditAction } from "@/lib/audit/call";
import { changeTripCheck, tripCheckChoice } from "@/lib/service-area/trip-check";

const ownAction = <Result = never>(action: AuditAction | null, work: OwnCredentials<Result>) =>
  operatorAction<Result>(action, (context, values, who) => work(who, context, values));

export const changeUnusualTrips = operatorAction("trip_check.change", async (context, values) => {
  await changeTripCheck(context, parseForm(tripCheckChoice, values));
});

export const changePassword = ownAction("user.change_password", changeOwnPassword);
export const endSession = ownAction("session.end", endOwnSession);
export const endOtherSessions = ownAction("session.end_others", endOwnOthers);
export const beginPasskey = ownAction(null, beginOwnPasskey);
export const finishPasskey = ownAction("passkey.create", finishOwnPasskey);
export const deletePasskey = ownAction("passkey.delete", deleteOwnPasskey);
