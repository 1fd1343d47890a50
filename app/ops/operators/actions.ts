"use server";

import { action } from "@/app/action";
import {
  changeColleagueRoles,
  inviteColleague,
  renewColleagueInvitation,
  revokeColleagueInvitation,
  switchColleague,
} from "@/app/people-actions";

export const invite = action({ permission: "service.manage_operators", ...inviteColleague });
export const renewInvite = action({ permission: "service.manage_operators", ...renewColleagueInvitation });
export const revokeInvite = action({ permission: "service.manage_operators", ...revokeColleagueInvitation });
export const setRoles = action({ permission: "service.manage_operators", ...changeColleagueRoles });
export const switchPerson = action({ permission: "service.manage_operators", ...switchColleague });
