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

export const changePassword = staffAction("staff", changeOwnPassword, "user.change_password");
export const endSession = staffAction("staff", endOwnSession, "session.end");
export const endOtherSessions = staffAction("staff", endOwnOthers, "session.end_others");
export const beginPasskey = staffAction("staff", beginOwnPasskey);
export const finishPasskey = staffAction("staff", finishOwnPasskey, "passkey.create");
export const deletePasskey = staffAction("staff", deleteOwnPasskey, "passkey.delete");
