"use server";

import { action } from "@/app/action";
import {
  beginOwnPasskey,
  changeOwnPassword,
  deleteOwnPasskey,
  endOwnOthers,
  endOwnSession,
  finishOwnPasskey,
} from "@/app/security-actions";

export const changePassword = action({ role: "staff", ...changeOwnPassword });
export const endSession = action({ role: "staff", ...endOwnSession });
export const endOtherSessions = action({ role: "staff", ...endOwnOthers });
export const beginPasskey = action({ role: "staff", ...beginOwnPasskey });
export const finishPasskey = action({ role: "staff", ...finishOwnPasskey });
export const deletePasskey = action({ role: "staff", ...deleteOwnPasskey });
