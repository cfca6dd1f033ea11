import { hostNameOf, isOriginThisMachine, isServedHost, isTargetOfHost } from '#domain/site/hosts';

describe('the host name of a Host header', () => {
  it.each([
    ['localhost:3000', 'localhost'],
    ['Pins.Example', 'pins.example'],
    ['pins.example.', 'pins.example'],
    ['[::1]:3000', '::1'],
    ['192.168.1.5', '192.168.1.5'],
    [undefined, null],
    ['', null],
    ['pins.example@evil.test', null],
    ['pins.example/evil', null],
    ['localhost evil', null],
    ['[::1', null],
  ])('%s is %s', (header, name) => {
    expect(hostNameOf(header)).toBe(name);
  });
});

describe('a request target', () => {
  it.each([
    ['/boards?q=http://evil.test/', true],
    ['http://pins.example/boards', true],
    ['HTTP://Pins.Example:80/boards', true],
    ['http://evil.test/', false],
    ['http://pins.example@evil.test/', false],
    ['ftp://evil.test', false],
    ['http:///boards', false],
  ])('%s with the Host pins.example is of that host: %s', (target, isOfHost) => {
    expect(isTargetOfHost(target, 'pins.example')).toBe(isOfHost);
  });
});

describe('a request to a host', () => {
  const local = { publicHost: null, listenHost: '127.0.0.1', localAddress: '127.0.0.1', path: '/api/pins' };
  const everywhere = { ...local, listenHost: '0.0.0.0', localAddress: '::ffff:192.168.1.5' };
  const named = { ...local, listenHost: 'pins.lan', localAddress: '192.168.1.5' };
  const site = { ...local, publicHost: 'pins.example' };

  it.each([
    ['localhost:3000', local, true],
    ['127.0.0.1:3000', local, true],
    ['[::1]:3000', local, true],
    ['LOCALHOST', local, true],
    ['evil.test:3000', local, false],
    ['localhost.evil.test', local, false],
    ['127.0.0.1.evil.test', local, false],
    [undefined, local, false],
    ['192.168.1.5:3000', local, false],
    ['192.168.1.5:3000', everywhere, true],
    ['192.168.1.6:3000', everywhere, false],
    ['evil.test', everywhere, false],
    ['192.168.1.5', { ...everywhere, localAddress: undefined }, false],
    ['evil-127.0.0.1', local, false],
    ['[fe80::1]', local, false],
    ['[::1:2]', local, false],
    ['127.10.200.255', local, true],
    ['pins.lan', named, true],
    ['pins.example', site, true],
    ['pins.example:443', site, true],
    ['localhost', site, false],
    ['127.0.0.1:3000', site, false],
    ['www.pins.example', site, false],
  ])('named %s with %j is answered: %s', (header, addressed, isAnswered) => {
    expect(isServedHost(header, addressed)).toBe(isAnswered);
  });

  it.each(['/healthz', '/readyz', '/metrics'])('of any name is answered for %s', (path) => {
    expect(isServedHost('10.0.0.7:3000', { ...site, path })).toBe(true);
    expect(isServedHost(undefined, { ...site, path })).toBe(true);
    expect(isServedHost('10.0.0.7:3000', { ...site, path: `${path}/more` })).toBe(false);
  });
});

describe('a request is from this machine', () => {
  const local = {
    remoteAddress: '127.0.0.1',
    hostHeader: 'localhost:3000',
    httpVersion: '1.1',
    headerNames: ['host', 'cookie', 'user-agent'],
  };

  it.each([
    ['with a local connection and Host', {}],
    ['over IPv6', { remoteAddress: '::1', hostHeader: '[::1]:3000' }],
    ['over an IPv6 socket', { remoteAddress: '::ffff:127.0.0.1' }],
  ])('%s', (_, change) => {
    expect(isOriginThisMachine({ ...local, ...change })).toBe(true);
  });

  it.each([
    ['the connection is not', { remoteAddress: '192.168.1.5' }],
    ['the connection is unknown', { remoteAddress: undefined }],
    ['the Host is another name', { hostHeader: 'rebind.test:3000' }],
    ['the Host is the public name', { hostHeader: 'pins.example' }],
    ['the Host is missing', { hostHeader: undefined }],
    ['a proxy passed it on', { headerNames: ['host', 'x-forwarded-for'] }],
    ['a proxy passed its host on', { headerNames: ['host', 'x-forwarded-host'] }],
    ['a proxy passed its address on', { headerNames: ['host', 'x-real-ip'] }],
    ['a tunnel passed it on', { headerNames: ['host', 'cf-connecting-ip'] }],
    ['a standard proxy passed it on', { headerNames: ['forwarded'] }],
    ['a gateway passed it on', { headerNames: ['via'] }],
    ['a proxy without settings passed it on', { httpVersion: '1.0' }],
  ])('not if %s', (_, change) => {
    expect(isOriginThisMachine({ ...local, ...change })).toBe(false);
  });
});
