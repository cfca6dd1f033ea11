/** The first 64 bits of an IPv6 address, as four groups of 16 bits. */
export type Ipv6Prefix = readonly [number, number, number, number];

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export interface ClientIp {
  /** Identifies it in counts: `203.0.113.7`, `2001:db8:1:2::/64`. */
  readonly key: string;
  /** Null for IPv4. */
  readonly ipv6Prefix: Ipv6Prefix | null;
}

/** A network that limits count, and how many times the hits of one client IP it may have. */
export interface CountedNetwork {
  /** `2001:db8:1:200::/56` */
  readonly key: string;
  readonly hitsFactor: number;
}

const networkKey = (groups: readonly number[], length: number): string =>
  `${groups.map((group) => group.toString(16)).join(':')}::/${length}`;

export const ipv4ClientIp = (address: string): ClientIp => ({ key: address, ipv6Prefix: null });

export const ipv6ClientIp = (prefix: Ipv6Prefix): ClientIp => ({ key: networkKey(prefix, 64), ipv6Prefix: prefix });

/**
 * The /56 and the /48 around the client IP of an IPv6 address; none for IPv4. One customer of a provider owns a whole /56 or /48, that is
 * 256 or 65,536 client IPs, so limits count these networks too.
 */
export function widerNetworksOf({ ipv6Prefix }: ClientIp): readonly CountedNetwork[] {
  if (ipv6Prefix === null) return [];
  const [first, second, third, fourth] = ipv6Prefix;
  return [
    { key: networkKey([first, second, third, fourth & 0xff00], 56), hitsFactor: 4 },
    { key: networkKey([first, second, third], 48), hitsFactor: 16 },
  ];
}

/** Everything that an attempt from a client IP counts for, the widest network first. */
export const countedNetworksOf = (clientIp: ClientIp): readonly CountedNetwork[] => [
  ...widerNetworksOf(clientIp).toReversed(),
  { key: clientIp.key, hitsFactor: 1 },
];
