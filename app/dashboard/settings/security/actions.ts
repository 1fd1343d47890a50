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

export const changePassword = staffAction("staff", changeOwnPassword);
export const endSession = staffAction("staff", endOwnSession);
export const endOtherSessions = staffAction("staff", endOwnOthers);
export const beginPasskey = staffAction("staff", beginOwnPasskey);
export const finishPasskey = staffAction("staff", finishOwnPasskey);
export const deletePasskey = staffAction("staff", deleteOwnPasskey);
