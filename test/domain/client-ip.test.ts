import { countedNetworksOf, ipv4ClientIp, ipv6ClientIp, type Ipv6Prefix, widerNetworksOf } from '#domain/client-ip';

const prefix = (...groups: Ipv6Prefix): Ipv6Prefix => groups;

describe('the networks that an attempt counts for', () => {
  it.each<[string, Ipv6Prefix, string[]]>([
    ['the /64, the /56 and the /48', prefix(0x2001, 0xdb8, 1, 0x2ff), ['2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64']],
    ['the /56 of a small /64', prefix(0x2001, 0xdb8, 1, 2), ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:2::/64']],
    ['the first ones of a provider', prefix(0x2001, 0xdb8, 0, 0), ['2001:db8:0::/48', '2001:db8:0:0::/56', '2001:db8:0:0::/64']],
    [
      'the last ones of a provider',
      prefix(0xfe80, 0xffff, 0xffff, 0xffff),
      ['fe80:ffff:ffff::/48', 'fe80:ffff:ffff:ff00::/56', 'fe80:ffff:ffff:ffff::/64'],
    ],
  ])('are, from an IPv6 address, %s, the widest first', (_, groups, keys) => {
    expect(countedNetworksOf(ipv6ClientIp(groups)).map(({ key }) => key)).toEqual(keys);
  });

  it('are only the address itself from IPv4', () => {
    expect(countedNetworksOf(ipv4ClientIp('203.0.113.7'))).toEqual([{ key: '203.0.113.7', hitsFactor: 1 }]);
  });

  it('are the same for two neighbors in a /48, except for their own /64 and /56', () => {
    const [first, second] = [ipv6ClientIp([0x2001, 0xdb8, 1, 2]), ipv6ClientIp([0x2001, 0xdb8, 1, 0xffff])];
    expect(widerNetworksOf(first)[1]).toEqual(widerNetworksOf(second)[1]);
    expect(widerNetworksOf(first)[0]).not.toEqual(widerNetworksOf(second)[0]);
  });

  it('may have more hits the wider they are', () => {
    expect(countedNetworksOf(ipv6ClientIp([0x2001, 0xdb8, 1, 2])).map(({ hitsFactor }) => hitsFactor)).toEqual([16, 4, 1]);
  });
});
