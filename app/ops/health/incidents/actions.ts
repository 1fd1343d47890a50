"use server";

import { operatorAction } from "@/app/ops/submission";
import { parseForm } from "@/app/submission";
import { incidentUpdate, newIncident } from "@/lib/health-report/incident";
import { openIncident } from "@/lib/health-report/open-incident";
import { PUBLIC_PARTS } from "@/lib/health-report/public-part";
import { updateIncident } from "@/lib/health-report/update-incident";

export const announceIncident = operatorAction("incident.create", (context, values) => {
  const parts = PUBLIC_PARTS.filter((part) => values[`part:${part}`] === "on");
  return openIncident(context, parseForm(newIncident, { ...values, parts }));
});

export const continueIncident = operatorAction("incident.change", (context, values) =>
  updateIncident(context, parseForm(incidentUpdate, values)),
);
