/** Paths for load balancers and monitoring, which may address an instance by any name. */
const PATHS_FOR_ANY_HOST: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const HOST_PATTERN = /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+?)\.?)(?::\d{1,5})?$/i;

/** The name in a Host header, in lower case, without port and brackets; null when it is missing or malformed. */
export function hostNameOf(hostHeader: string | undefined): string | null {
  const [, ipv6, name] = HOST_PATTERN.exec(hostHeader ?? '') ?? [];
  return (ipv6 ?? name)?.toLowerCase() ?? null;
}

/** An IP address without the prefix of an IPv4 address on an IPv6 socket. */
const withoutMapping = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');

const isLoopbackAddress = (address: string): boolean => /^127(\.\d{1,3}){3}$|^::1$/.test(withoutMapping(address));

/** Whether a host name means this machine, whatever the DNS says. */
export const isLoopbackHost = (hostName: string): boolean => hostName === 'localhost' || isLoopbackAddress(hostName);

/** The host in a request target that is a whole URL, as proxies get them; null for a path, which is what servers get. */
const ABSOLUTE_TARGET = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** Whether a request target names no other host than the Host header. */
export function isTargetOfHost(target: string, hostHeader: string | undefined): boolean {
  const [, authority] = ABSOLUTE_TARGET.exec(target) ?? [];
  return authority === undefined || hostNameOf(authority) === hostNameOf(hostHeader);
}

/** The site and the addressed path, as far as they decide about a Host header. */
interface AddressedSite {
  /** The host name of PUBLIC_URL; null without it. */
  readonly publicHost: string | null;
  /** The configured address to listen on. */
  readonly listenHost: string;
  /** The address of this machine that the connection was made to. */
  readonly localAddress: string | undefined;
  readonly path: string;
}

/**
 * Whether a request with this Host header is answered: with PUBLIC_URL only its host, without it only the names and addresses of this
 * machine. A web page can point a DNS name of its own at this machine (DNS rebinding); the Host header then still has that name.
 */
export function isServedHost(hostHeader: string | undefined, { publicHost, listenHost, localAddress, path }: AddressedSite): boolean {
  if (PATHS_FOR_ANY_HOST.has(path)) return true;
  const hostName = hostNameOf(hostHeader);
  if (hostName === null) return false;
  if (publicHost !== null) return hostName === publicHost;
  return (
    isLoopbackHost(hostName) ||
    hostName === listenHost.toLowerCase() ||
    (localAddress !== undefined && hostName === withoutMapping(localAddress))
  );
}

/** Headers with which proxies and tunnels pass on a request; also every header that begins with `x-forwarded`. */
const FORWARDING_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-original-forwarded-for',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
]);

/** A request, as far as it decides whether it comes from this machine. */
interface RequestOrigin {
  /** The address of the connection, not of a forwarding header. */
  readonly remoteAddress: string | undefined;
  readonly hostHeader: string | undefined;
  readonly httpVersion: string;
  /** The names of all headers, in lower case. */
  readonly headerNames: readonly string[];
}

/**
 * Whether a request comes from this machine: the connection, the Host header, and the absence of any forwarding header must say so. HTTP/1.0
 * does not: nginx without further settings passes on the requests of others with it, the name of this machine, and no other header.
 */
export function isOriginThisMachine({ remoteAddress, hostHeader, httpVersion, headerNames }: RequestOrigin): boolean {
  return (
    remoteAddress !== undefined &&
    isLoopbackAddress(remoteAddress) &&
    isLoopbackHost(hostNameOf(hostHeader) ?? '') &&
    httpVersion !== '1.0' &&
    !headerNames.some((name) => FORWARDING_HEADERS.has(name) || name.startsWith('x-forwarded'))
  );
}
