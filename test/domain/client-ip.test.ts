import { widerNetworksOf } from '#domain/client-ip';

describe('the wider networks of a client IP', () => {
  it.each([
    ['2001:db8:1:2ff::/64', ['2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:db8:1:2::/64', ['2001:db8:1:0::/56', '2001:db8:1::/48']],
    ['2001:db8:0:0::/64', ['2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['fe80:ffff:ffff:ffff::/64', ['fe80:ffff:ffff:ff00::/56', 'fe80:ffff:ffff::/48']],
    ['203.0.113.7', []],
    ['', []],
  ])('%s is in %j', (clientIp, networks) => {
    expect(widerNetworksOf(clientIp).map(({ key }) => key)).toEqual(networks);
  });

  it('are the same for two client IPs of one /48', () => {
    expect(widerNetworksOf('2001:db8:1:2::/64')[1]).toEqual(widerNetworksOf('2001:db8:1:ffff::/64')[1]);
  });

  it('may have more hits than one client IP, the widest the most', () => {
    expect(widerNetworksOf('2001:db8:1:2::/64').map(({ hitsFactor }) => hitsFactor)).toEqual([4, 16]);
  });
});
