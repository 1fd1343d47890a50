import { describe, expect, it } from "vitest";
import { clientIp, toNetwork } from "@/lib/http/client-address";

const clientAddress = (...input: Parameters<typeof clientIp>) => toNetwork(clientIp(...input));

describe("the IP address used by rate limits", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::2:0:0:1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["not an address", "not an address"],
  ])("of the client %s is %s", (address, network) => {
    expect(clientAddress(address, undefined, 0)).toBe(network);
    expect(clientAddress("192.0.2.1", address, 1)).toBe(network);
  });

  it("differs for two IPv6 networks", () => {
    expect(clientAddress("2001:db8:1:2::1", undefined, 0)).not.toBe(
      clientAddress("2001:db8:1:3::1", undefined, 0),
    );
  });

  it.each([
    [0, "203.0.113.1", "192.0.2.1"],
    [1, "198.51.100.1, 203.0.113.1", "203.0.113.1"],
    [2, "198.51.100.1, 203.0.113.1", "198.51.100.1"],
    [3, "198.51.100.1, 203.0.113.1", "198.51.100.1"],
    [1, " ", "192.0.2.1"],
  ])("behind %i proxies with the forwarded header %j is %s", (hops, forwarded, address) => {
    expect(clientAddress("192.0.2.1", forwarded, hops)).toBe(address);
  });
});
