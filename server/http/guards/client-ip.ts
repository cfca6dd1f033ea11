import { isIPv6 } from 'node:net';

/** Some proxies add the port of the connection: each new one would be a client of its own. */
const PATTERN_WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/** The client IP of an address for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function clientIpOf(address: string): string {
  const [, bracketed, ipv4] = PATTERN_WITH_PORT.exec(address) ?? [];
  const withoutZone = (bracketed ?? ipv4 ?? address).split('%')[0] ?? '';
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (mappedIpv4) return mappedIpv4;
  if (!isIPv6(withoutZone)) return withoutZone;
  const [left = '', right] = withoutZone.split('::');
  const [head, tail] = [left, right ?? ''].map((side) => (side === '' ? [] : side.split(':')));
  const groupCount = (groups: readonly string[]) => groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const missing = right === undefined ? 0 : 8 - groupCount(head ?? []) - groupCount(tail ?? []);
  const groups = [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
