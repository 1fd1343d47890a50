import { describe, expect, it } from "vitest";
import { NetworkList, parseNetwork } from "@/lib/http/network-list";

describe("a network", () => {
  it.each<[string, string | null]>([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::1", "2001:db8::1/128"],
    ["2001:db8::/32", "2001:db8::/32"],
    ...["", "x", "203.0.113.0/33", "203.0.113.0/", "203.0.113.0/08", "203.0.113.0/-1", "203.0.113.0/8/8"].map(
      (text): [string, null] => [text, null],
    ),
    ...["2001:db8::/129", "fe80::1%eth0", "::ffff:203.0.113.7", "203.0.113", "01.2.3.4"].map(
      (text): [string, null] => [text, null],
    ),
  ])("%j is read as %j", (text, network) => expect(parseNetwork(text)).toBe(network));
});

describe("a list of networks", () => {
  const list = new NetworkList(["203.0.113.0/24", "198.51.100.7/32", "2001:db8:1::/48"]);

  it.each([
    ["203.0.113.0", true],
    ["203.0.113.255", true],
    ["203.0.114.0", false],
    ["198.51.100.7", true],
    ["198.51.100.8", false],
    ["2001:db8:1:ffff::1", true],
    ["2001:db8:2::1", false],
    ["unknown", false],
    [null, false],
  ])("contains %s: %s", (address, expected) => expect(list.has(address)).toBe(expected));

  it("contains nothing if it is empty", () => expect(new NetworkList([]).has("203.0.113.1")).toBe(false));
});
