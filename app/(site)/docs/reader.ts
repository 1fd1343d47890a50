import { currentStaff } from "@/app/session";
import type { TryReader } from "@/components/docs/try-types";
import type { Staff } from "@/lib/accounts/check-session";
import { findTestKey } from "@/lib/accounts/find-test-key";
import { type CityOnDisk, followCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import { runtime } from "@/lib/process/runtime";

let city: ReturnType<typeof followCity> | undefined;

export function exampleCity(): CityOnDisk | null {
  city ??= followCity(config().dataDir);
  return city();
}

export async function readReader(): Promise<{ staff: Staff | null; reader: TryReader }> {
  const staff = await currentStaff();
  if (staff === null) return { staff, reader: { kind: "stranger" } };
  const { db, clock } = runtime();
  const found = await findTestKey(db, staff.accountId, clock.now());
  const reader: TryReader =
    found === null
      ? { kind: "keyless", canMake: staff.role === "owner" }
      : { kind: "ready", prefix: found.prefix, lastFour: found.lastFour };
  return { staff, reader };
}
