import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type RunningServer, startServer } from "@/testing/server";
import { pollUntil } from "@/testing/until";

describe("a service whose pages are still being built", () => {
  let database: TestDatabase;
  let server: RunningServer;

  beforeAll(async () => {
    database = await createDatabase();
    server = await startServer({ databaseUrl: database.url, pages: true, arePagesPending: true });
  });
  afterAll(async () => {
    await server.kill();
    await database.drop();
  });

  const get = (path: string, language = "en") =>
    fetch(`${server.baseUrl}${path}`, { headers: { "Accept-Language": language } });

  it("serves the API and reports that its pages are not ready", async () => {
    expect((await get("/v1/partner/ping")).status).toBe(401);
    expect((await get("/healthz")).status).toBe(200);
    const readState = async () => {
      const ready = await get("/readyz");
      return [ready.status, await ready.text()];
    };
    await expect.poll(readState).toEqual([503, "not ready: pages\n"]);
  });

  it.each([
    ["en", "Starting"],
    ["ru", "Запускаемся"],
  ])("returns a 503 page in the reader's language (%s) that reloads itself", async (language, title) => {
    const response = await get("/sign-in", language);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(response.headers.get("refresh"))).toBeGreaterThan(0);
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).not.toContain("{seconds}");
  });

  it("serves the pages without a restart once they are built", async () => {
    server.process.send("pages built");
    await pollUntil(async () => (await get("/readyz")).status === 200);
    const page = await get("/sign-in");
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("Starting");
  });
});
