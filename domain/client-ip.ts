/** A network that limits count, and how many times the hits of one client IP it may have. */
export interface CountedNetwork {
  /** `2001:db8:1:200::/56` */
  readonly key: string;
  readonly hitsFactor: number;
}

const IPV6_KEY_PATTERN = /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})::\/64$/;

/**
 * The /56 and the /48 around the client IP of an IPv6 address; none for IPv4. One customer of a provider owns a whole /56 or /48, that is
 * 256 or 65,536 client IPs, so limits count these networks too.
 */
export function widerNetworksOf(clientIp: string): readonly CountedNetwork[] {
  const [, first, second, third, fourth] = IPV6_KEY_PATTERN.exec(clientIp) ?? [];
  if (fourth === undefined) return [];
  const highByte = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [
    { key: `${first}:${second}:${third}:${highByte}::/56`, hitsFactor: 4 },
    { key: `${first}:${second}:${third}::/48`, hitsFactor: 16 },
  ];
}

/** Everything that an attempt from a client IP counts for, the widest network first. */
export const countedNetworksOf = (clientIp: string): readonly CountedNetwork[] => [
  ...widerNetworksOf(clientIp).toReversed(),
  { key: clientIp, hitsFactor: 1 },
];
