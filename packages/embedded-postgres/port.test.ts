import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { checkPort, probePort } from "./port.mjs";

const HOST = "127.0.0.1";

describe("the port of npm start", () => {
  it("may be any free port", async () => {
    await checkPort(String(await probePort(0)), HOST);
  });

  it.each(["0", "65536", "3000.5", "http"])(
    "must be a whole number from 1 to 65535, not %s",
    async (port) => {
      await expect(checkPort(port, HOST)).rejects.toThrow(
        `PORT must be a whole number from 1 to 65535, not ${port}`,
      );
    },
  );

  it("is named in the error when it is taken, with the way to choose another", async () => {
    const port = await probePort(0);
    const taker = createServer();
    await new Promise<void>((settle) => taker.listen(port, HOST, settle));
    try {
      await expect(checkPort(String(port), HOST)).rejects.toThrow(
        `Port ${port} is taken. Choose another: PORT=`,
      );
    } finally {
      taker.close();
    }
  });

  it("must not be one that browsers block", async () => {
    await expect(checkPort("6000", HOST)).rejects.toThrow("Browsers open no pages on port 6000.");
  });
});
