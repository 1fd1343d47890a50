import { resolve } from "node:path";
import type { FileSettings } from "@/lib/config";

/** Folder of services in a test's own process; file names are unique, so tests share it. */
export const TEST_FILES: FileSettings = { type: "disk", folder: resolve("dist/testing/files") };
