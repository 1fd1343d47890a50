"use server";

import { staffAction } from "@/app/dashboard/submission";
import {
  beginOwnPasskey,
  changeOwnPassword,
  deleteOwnPasskey,
  endOwnOthers,
  endOwnSession,
  finishOwnPasskey,
} from "@/app/security-actions";

export const changePassword = staffAction("staff", "user.change_password", changeOwnPassword);
export const endSession = staffAction("staff", "session.end", endOwnSession);
export const endOtherSessions = staffAction("staff", "session.end_others", endOwnOthers);
export const beginPasskey = staffAction("staff", null, beginOwnPasskey);
export const finishPasskey = staffAction("staff", "passkey.create", finishOwnPasskey);
export const deletePasskey = staffAction("staff", "passkey.delete", deleteOwnPasskey);
