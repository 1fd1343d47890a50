"use server";

import { action } from "@/app/action";
import {
  changeColleagueRoles,
  inviteColleague,
  renewColleagueInvitation,
  revokeColleagueInvitation,
  switchColleague,
} from "@/app/people-actions";

export const invite = action({ permission: "account.manage_people", ...inviteColleague });
export const renewInvite = action({ permission: "account.manage_people", ...renewColleagueInvitation });
export const revokeInvite = action({ permission: "account.manage_people", ...revokeColleagueInvitation });
export const setRoles = action({ permission: "account.manage_people", ...changeColleagueRoles });
export const switchPerson = action({ permission: "account.manage_people", ...switchColleague });
