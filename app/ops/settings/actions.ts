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
import { areVersionsMixed } from "@/lib/console/health/are-versions-mixed";
import { changeIdleSuggestions as change } from "@/lib/dispatch/change-idle-suggestions";
import { changeStacking } from "@/lib/dispatch/change-stacking";
import { idleSuggestionChoice } from "@/lib/dispatch/idle-suggestion-settings";
import { areRoutesShared, stackingChoice } from "@/lib/dispatch/stacking-settings";
import { DomainError } from "@/lib/domain-error";
import { changeTripCheck, tripCheckChoice } from "@/lib/service-area/trip-check";

export const changeUnusualTrips = action({
  permission: "service.manage_settings",
  audit: "trip_check.change",
  input: tripCheckChoice,
  async work({ context, input }) {
    await changeTripCheck(context, input);
  },
});

export const changeIdleSuggestions = action({
  permission: "service.manage_settings",
  audit: "idle_suggestions.change",
  input: idleSuggestionChoice,
  async work({ context, input }) {
    await change(context, input);
  },
});

export const changeOrdersPerRoute = action({
  permission: "service.manage_settings",
  audit: "stacking.change",
  input: stackingChoice,
  async work({ context, input }) {
    if (areRoutesShared(input) && (await areVersionsMixed(context.db, context.clock.now())))
      throw new DomainError("VERSIONS_MIXED");
    await changeStacking(context, input);
  },
});

export const changePassword = action({ permission: "service.view", ...changeOwnPassword });
export const endSession = action({ permission: "service.view", ...endOwnSession });
export const endOtherSessions = action({ permission: "service.view", ...endOwnOthers });
export const beginPasskey = action({ permission: "service.view", ...beginOwnPasskey });
export const finishPasskey = action({ permission: "service.view", ...finishOwnPasskey });
export const deletePasskey = action({ permission: "service.view", ...deleteOwnPasskey });
