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

export const changePassword = action({ permission: "account.view", ...changeOwnPassword });
export const endSession = action({ permission: "account.view", ...endOwnSession });
export const endOtherSessions = action({ permission: "account.view", ...endOwnOthers });
export const beginPasskey = action({ permission: "account.view", ...beginOwnPasskey });
export const finishPasskey = action({ permission: "account.view", ...finishOwnPasskey });
export const deletePasskey = action({ permission: "account.view", ...deleteOwnPasskey });
