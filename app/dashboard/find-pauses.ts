import { runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { listOpenPauses } from "@/lib/service-area/pause";

/** The pauses of the service that shops should know of, as `PauseNotice` shows them. */
export async function findPauses() {
  const { pauses } = await getServiceArea(runtime());
  return listOpenPauses(pauses, runtime().clock.now()).map(({ zone, until }) => ({
    zone,
    until: until.toISOString(),
  }));
}
