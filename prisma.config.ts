import { defineConfig } from "prisma/config";
import { findServer } from "./lib/db/servers";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: await findServer(process.env.DATABASE_URL ?? "") },
});
