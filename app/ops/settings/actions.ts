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

const ownAction = <Result = never>(work: OwnCredentials<Result>) =>
  operatorAction<Result>((context, values, who) => work(who, context, values));

export const changePassword = ownAction(changeOwnPassword);
export const endSession = ownAction(endOwnSession);
export const endOtherSessions = ownAction(endOwnOthers);
export const beginPasskey = ownAction(beginOwnPasskey);
export const finishPasskey = ownAction(finishOwnPasskey);
export const deletePasskey = ownAction(deleteOwnPasskey);
