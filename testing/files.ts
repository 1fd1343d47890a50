import { resolve } from "node:path";
import type { FileSettings } from "@/lib/config";

/** Where services in a test's own process keep files, which have names of their own. */
export const TEST_FILES: FileSettings = { type: "disk", folder: resolve("dist/testing/files") };
