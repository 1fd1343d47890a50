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
import type { AuditAction } from "@/lib/audit/call";

const ownAction = <Result = never>(work: OwnCredentials<Result>, action?: AuditAction) =>
  operatorAction<Result>((context, values, who) => work(who, context, values), action);

export const changePassword = ownAction(changeOwnPassword, "user.change_password");
export const endSession = ownAction(endOwnSession, "session.end");
export const endOtherSessions = ownAction(endOwnOthers, "session.end_others");
export const beginPasskey = ownAction(beginOwnPasskey);
export const finishPasskey = ownAction(finishOwnPasskey, "passkey.create");
export const deletePasskey = ownAction(deleteOwnPasskey, "passkey.delete");
