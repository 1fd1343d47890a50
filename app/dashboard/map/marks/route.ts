import { staffRoute } from "@/app/dashboard/staff-route";
import { listOrderMarks } from "@/lib/console/overview/get-account-board";
import { requestMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", (staff, request) =>
  listOrderMarks(runtime(), staff.scope(requestMode(request))),
);
