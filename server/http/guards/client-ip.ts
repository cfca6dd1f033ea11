import { isIPv6 } from 'node:net';
import { type ClientIp, ipv4ClientIp, ipv6ClientIp, type Ipv6Prefix } from '#domain/client-ip';

/** Some proxies add the port of the connection: each new one would be a client of its own. */
const PATTERN_WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/** The client IP of an address for rate limits. */
export function clientIpOf(address: string): ClientIp {
  const [, bracketed, ipv4] = PATTERN_WITH_PORT.exec(address) ?? [];
  const withoutZone = (bracketed ?? ipv4 ?? address).split('%')[0] ?? '';
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (mappedIpv4) return ipv4ClientIp(mappedIpv4);
  return withoutZone.includes(':') && isIPv6(withoutZone) ? ipv6ClientIp(ipv6PrefixOf(withoutZone)) : ipv4ClientIp(withoutZone);
}

function ipv6PrefixOf(address: string): Ipv6Prefix {
  // An IPv4 address at the end stands for the last two groups.
  const [left = '', right] = address.replace(/\d+(?:\.\d+){3}$/, '0:0').split('::');
  const [head, tail] = [groupsOf(left), groupsOf(right ?? '')];
  const omitted = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  const [first = 0, second = 0, third = 0, fourth = 0] = [...head, ...omitted, ...tail];
  return [first, second, third, fourth];
}

const groupsOf = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
