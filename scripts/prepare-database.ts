import { readConfig } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { type Demo, seedDemo } from "@/prisma/seed";

export { planCity } from "@/scripts/plan-city";
export type { Demo };

/** Brings the database to the newest migration and, if wanted, creates the demo once. */
export async function prepareDatabase(options: {
  databaseUrl: string;
  dataDir: string;
  /** Address of the service for the demo's links; null for no demo. */
  demoUrl: string | null;
  /** Routing server for the demo's orders; null to estimate routes. */
  osrmUrl: string | null;
}): Promise<Demo | null> {
  await migrate(options.databaseUrl);
  if (options.demoUrl === null) return null;
  const db = openDatabase(options.databaseUrl, 4);
  try {
    const { files } = readConfig({ ...process.env, DATABASE_URL: options.databaseUrl });
    return await seedDemo(db, { ...options, files, publicUrl: options.demoUrl });
  } finally {
    await db.close();
  }
}
