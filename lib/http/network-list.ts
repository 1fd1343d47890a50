import { BlockList, isIP } from "node:net";

/** @returns the CIDR notation of an address or network, null for other text */
export function parseNetwork(text: string): string | null {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  // Clients with an IPv4 address mapped to IPv6 count as IPv4.
  if (version === 0 || rest.length > 0 || address.includes("%") || /^::ffff:/i.test(address)) return null;
  const max = version === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= max);
  return isPrefix ? `${address.toLowerCase()}/${prefix ?? max}` : null;
}

/** Networks in CIDR notation, parsed once. */
export class NetworkList {
  readonly #list = new BlockList();

  /** @throws RangeError for text that parseNetwork refuses */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = "", prefix] = network.split("/");
      this.#list.addSubnet(address, Number(prefix), isIP(address) === 4 ? "ipv4" : "ipv6");
    }
  }

  /** An unknown address is in no network. */
  has(address: string | null): boolean {
    const version = address === null ? 0 : isIP(address);
    return address !== null && version !== 0 && this.#list.check(address, version === 4 ? "ipv4" : "ipv6");
  }
}
