"use server";

import { operatorAction } from "@/app/ops/submission";
import { parseForm } from "@/app/submission";
import { incidentUpdate, newIncident } from "@/lib/health-report/incident";
import { openIncident } from "@/lib/health-report/open-incident";
import { updateIncident } from "@/lib/health-report/update-incident";

export const announceIncident = operatorAction(
  (context, values) => openIncident(context, parseForm(newIncident, values)),
  "incident.create",
);

export const continueIncident = operatorAction(
  (context, values) => updateIncident(context, parseForm(incidentUpdate, values)),
  "incident.change",
);
