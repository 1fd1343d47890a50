import { runtime } from "@/lib/process/runtime";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { listOpenPauses } from "@/lib/service-area/pause";

/** Lists the pauses that shops see, as `PauseNotice` shows them. */
export async function listPauses() {
  const { pauses } = await getServiceArea(runtime());
  return listOpenPauses(pauses, runtime().clock.now()).map(({ zone, until }) => ({
    zone,
    until: until.toISOString(),
  }));
}
