import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { findMisspelledNames, listVariables, readConfig } from "@/lib/config";

const DATABASE_URL = "postgresql://user:pass@db/name";

describe("configuration", () => {
  it("needs only a database", () => {
    expect(readConfig({ DATABASE_URL })).toMatchObject({
      port: 3000,
      publicUrl: "http://localhost:3000",
      rateLimitStore: "memory",
      osrmUrl: undefined,
    });
  });

  it("treats empty variables as absent and trims the slash from the public URL", () => {
    const read = readConfig({ DATABASE_URL, OSRM_URL: "", PORT: "8080", PUBLIC_URL: "https://go.example/" });
    expect([read.osrmUrl, read.port, read.publicUrl]).toEqual([undefined, 8080, "https://go.example"]);
  });

  it("uses the city as geocoder, or the configured server, with Photon's protocol by default", () => {
    const read = (env: Record<string, string>) => readConfig({ DATABASE_URL, ...env }).geocoder;
    expect(read({})).toEqual({ type: "city" });
    expect(read({ GEOCODER_TYPE: "photon" })).toBeNull();
    const url = "https://photon.example";
    expect(read({ GEOCODER_URL: `${url}/` })).toEqual({ url, type: "photon" });
    expect(read({ GEOCODER_URL: url, GEOCODER_TYPE: "nominatim" })).toEqual({ url, type: "nominatim" });
    expect(read({ GEOCODER_URL: url, GEOCODER_TYPE: "city" })).toEqual({ type: "city" });
  });

  it("stores files in DATA_DIR, or in a bucket once all its variables are set", () => {
    const read = (env: Record<string, string>) => readConfig({ DATABASE_URL, ...env }).files;
    expect(read({ DATA_DIR: "/srv/data" })).toEqual({ type: "disk", folder: resolve("/srv/data", "files") });
    const env = {
      FILES_S3_URL: "https://s3.example/proofs/",
      FILES_S3_REGION: "eu-north-1",
      FILES_S3_ACCESS_KEY_ID: "id",
      FILES_S3_SECRET_ACCESS_KEY: "secret",
    };
    expect(read(env)).toEqual({
      type: "s3",
      url: "https://s3.example/proofs",
      region: "eu-north-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
    for (const name of Object.keys(env)) {
      expect(() => read({ ...env, [name]: "" })).toThrow(
        /^Wrong configuration\. FILES_S3_URL, .*: give all or none$/,
      );
    }
    for (const url of ["https://s3.example", "https://s3.example/"]) {
      expect(() => read({ ...env, FILES_S3_URL: url })).toThrow(
        /^Wrong configuration\. FILES_S3_URL: .*bucket/,
      );
    }
  });

  it.each([
    ["DATABASE_URL", "", "must be set"],
    ["DATABASE_URL", "mysql://db/name", "must begin with postgresql://"],
    ["PORT", "abc", "must be a whole number from 1 to 65535"],
    ["DATABASE_POOL_SIZE", "2000", "must be a whole number from 1 to 200"],
    ["DISPATCH_MARGIN_MINUTES", "3m", "must be a number from 0 to 1440"],
    ["ROLE", "API", "must be one of all, web, api, worker"],
    ["SEED_DEMO", "false", "must be 0 or 1"],
    ["AUTH_SECRET", "short", "must have at least 32 characters"],
    ["MAP_STYLE_URL", "foo", "must be an http or https address, or none"],
    ["PUBLIC_URL", "https://x.example/app", "must be an address without a path, since"],
    ["PUBLIC_URL", "https://", "must be an http or https address"],
    ["PUBLIC_URL", "https://x.example?shop=1", "must be an address without a path, since"],
  ])("rejects %s=%s with its own message", (name, value, words) => {
    expect(() => readConfig({ DATABASE_URL, [name]: value })).toThrow(
      `Wrong configuration. ${name}: ${words}`,
    );
  });

  it("suggests the right name for a variable misspelled by one edit, and ignores other names", () => {
    const names = [
      "DATBASE_URL",
      "PROXY_HOP",
      "SMPT_URL",
      "public_url",
      "CITTY",
      "PATH",
      "HOME",
      "PORT",
      "CITY",
    ];
    const input = Object.fromEntries(names.map((name) => [name, "x"]));
    expect(findMisspelledNames(input).map((line) => line.replace(/ is no .* mean /, " → "))).toEqual([
      "DATBASE_URL → DATABASE_URL?",
      "PROXY_HOP → PROXY_HOPS?",
      "SMPT_URL → SMTP_URL?",
      "public_url → PUBLIC_URL?",
      "CITTY → CITY?",
    ]);
  });

  it("stops with one line that names every wrong variable", () => {
    const wrong = {
      PORT: "70000",
      RATE_LIMIT_STORE: "redis",
      PUBLIC_URL: "ftp://x",
      LOG_LEVEL: "loud",
      DISPATCHER_PHONE: "112",
      GEOCODER_TYPE: "google",
    };
    expect(() => readConfig(wrong)).toThrow(
      /^Wrong configuration\. (?=.*PORT)(?=.*RATE_LIMIT_STORE)(?=.*PUBLIC_URL)(?=.*LOG_LEVEL)(?=.*DATABASE_URL)(?=.*DISPATCHER_PHONE)(?=.*GEOCODER_TYPE).*$/,
    );
  });
});

describe(".env.example", () => {
  const text = readFileSync(".env.example", "utf8");
  const lines = text.split("\n");
  const isSetting = (line: string) => /^#?[A-Z][A-Z0-9_]*=/.test(line);

  it("lists every variable once, each after one comment line", () => {
    const settings = lines.filter(isSetting).map((line) => line.replace(/^#|=.*/g, ""));
    // npm start sets this one for its server.
    const variables = listVariables().filter((name) => name !== "PAGES_PENDING");
    expect(settings.toSorted()).toEqual(variables.toSorted());
    const bare = lines.filter((line, index) => {
      const [before = "", comment = ""] = [lines[index - 2], lines[index - 1]];
      return isSetting(line) && !(/^# \S/.test(comment) && (before === "" || isSetting(before)));
    });
    expect(bare).toEqual([]);
  });

  it("is valid once the secrets are set, with and without the commented lines", () => {
    const secret = { AUTH_SECRET: "a secret of thirty-two characters" };
    const config = readConfig({ ...parseEnv(text), ...secret });
    expect(config).toMatchObject({
      publicUrl: "https://dropline.example.com",
      proxyHops: 1,
      host: "127.0.0.1",
    });
    const all = lines.map((line) => (isSetting(line) ? line.replace(/^#/, "") : line)).join("\n");
    expect(() => readConfig({ ...parseEnv(all), ...secret })).not.toThrow();
  });

  it("shows the default of every number", () => {
    const shown = lines.flatMap(
      (line) => /^#([A-Z0-9_]+)=(\d+|memory|info|closed|all)$/.exec(line)?.slice(1, 3) ?? [],
    );
    const pairs = shown.flatMap((name, index) =>
      index % 2 === 0 ? [[name, shown[index + 1] ?? ""] as const] : [],
    );
    const hasExample = ["MAX_TRIP_KM", "VAT_PERCENT", "ROAD_ENGINE_PORT", "ROAD_ENGINES", "ROAD_REQUESTS"];
    const base = { DATABASE_URL, NODE_ENV: "production" };
    for (const [name, value] of pairs.filter(([name]) => !hasExample.includes(name))) {
      expect({ ...readConfig({ ...base, [name]: value }), seedDemo: null }, name).toEqual(readConfig(base));
    }
    expect(pairs.length).toBeGreaterThan(20);
  });
});
