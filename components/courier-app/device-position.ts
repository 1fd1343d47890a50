import { createSharedValue } from "@/components/ui/create-shared-value";
import type { QueuedFix } from "@/lib/courier-app/fix-queue";

/** Null while the phone has no GPS fix. */
const devicePosition = createSharedValue<QueuedFix | null>(null);

export const setDevicePosition = devicePosition.set;
export const useDevicePosition = devicePosition.useValue;
