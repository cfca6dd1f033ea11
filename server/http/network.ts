import { isIPv6 } from 'node:net';

/** The network an address belongs to, as limits count it: an IPv4 address itself, an IPv6 address's /64. */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(bare)) return bare;
  const [left = '', right] = bare.split('::');
  const [head, tail] = [left, right ?? ''].map((side) => (side === '' ? [] : side.split(':')));
  const width = (groups: readonly string[]) => groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0);
  const missing = right === undefined ? 0 : 8 - width(head ?? []) - width(tail ?? []);
  const groups = [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Is this network (see `networkOf`) the machine itself? */
export const isThisMachine = (network: string): boolean => network.startsWith('127.') || network === '0:0:0:0::/64';
