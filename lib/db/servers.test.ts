import { describe, expect, it } from "vitest";
import { findServer, listServers } from "@/lib/db/servers";

describe("the servers of a DATABASE_URL", () => {
  it.each([
    ["postgresql://u:p@h1:5432/db", ["postgresql://u:p@h1:5432/db"]],
    ["postgres://h1", ["postgres://h1"]],
    ["postgresql:///db?host=/run/postgresql", ["postgresql:///db?host=/run/postgresql"]],
    ["socket:/run/postgresql?db=x", ["socket:/run/postgresql?db=x"]],
    [
      "postgresql://u:p%2C,%40@x@h1:5432,h2:5433/db?sslmode=require",
      [
        "postgresql://u:p%2C,%40@x@h1:5432/db?sslmode=require",
        "postgresql://u:p%2C,%40@x@h2:5433/db?sslmode=require",
      ],
    ],
    ["postgresql://[::1]:5432,[::2]/db", ["postgresql://[::1]:5432/db", "postgresql://[::2]/db"]],
  ])("are listed as one URL each for %s", (databaseUrl, servers) => {
    expect(listServers(databaseUrl)).toEqual(servers);
  });

  it.each([
    ["?target_session_attrs=read-write", ""],
    ["?target_session_attrs=read-write&sslmode=require", "?sslmode=require"],
    ["?sslmode=require&target_session_attrs=read-write", "?sslmode=require"],
    ["?a=1&target_session_attrs=primary&b=2", "?a=1&b=2"],
  ])("are listed without parameters that pg does not support, for %s", (query, expected) => {
    expect(listServers(`postgresql://h1/db${query}`)).toEqual([`postgresql://h1/db${expected}`]);
  });

  it("resolve to the first one while none of them responds", async () => {
    expect(await findServer("postgresql://u@127.0.0.1:1,127.0.0.1:2/db")).toBe(
      "postgresql://u@127.0.0.1:1/db",
    );
  });
});
