import { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { ClientDocument } from '#domain/auth/oauth/contract';
import { ClientDocuments, documentCacheMs, hostOf, type OAuthClient } from '#domain/auth/oauth/oauth';
import type { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { NotPossible } from '#domain/errors';

const MAX_DOCUMENT_BYTES = 5 * 1024;
const FETCH_TIMEOUT_MS = 3 * SECOND_MS;
const MAX_CACHED_DOCUMENTS = 100;
const MAX_NAME_CHARACTERS = 60;

/** The networks that are no public hosts, by the special-purpose registries of IANA; also as IPv4-mapped addresses. */
const RESERVED_NETWORKS = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`;
const reserved = new BlockList();
for (const network of RESERVED_NETWORKS.split(/\s+/)) {
  const [address = '', length] = network.split('/');
  reserved.addSubnet(address, Number(length), isIPv6(address) ? 'ipv6' : 'ipv4');
}
/** The addresses of IPv6 hosts; what tunnels or translates to IPv4 is beside them, or reserved in them. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of a host in the internet, rather than in the network of this server. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address) ? unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6') : !reserved.check(address, 'ipv4');

/** Why a document is not used, in words that go after a colon. */
class Unusable extends Error {}

/** Which addresses are connected to, and by which authorities servers are known. */
interface Trust {
  readonly isAllowed: (address: string) => boolean;
  readonly ca?: string;
}

/** Looks up a host for one connection, which uses the addresses that were checked. */
const checkedLookup =
  (isAllowed: Trust['isAllowed']): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error('no address'), []);
      else if (!addresses.every(({ address }) => isAllowed(address))) done(new Unusable('its address is not public'), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });

async function readText(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) throw new Unusable(`it answers with status ${response.statusCode}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) throw new Unusable('it is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a document, and how long it may be used again. The time counts from the look-up to the end of the text. */
async function readDocument(url: string, { isAllowed, ca }: Trust): Promise<{ readonly text: string; readonly keptMs: number }> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const options = { agent: false, signal, ca, lookup: checkedLookup(isAllowed), headers: { accept: 'application/json' } };
  const sent = request(url, options).end();
  // What ends a request after its response began is thrown to who reads that, too.
  sent.on('error', () => null);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { text: await readText(response), keptMs: documentCacheMs(response.headers['cache-control']) };
  } catch (error) {
    throw signal.aborted ? new Unusable('it takes too long') : error;
  } finally {
    sent.destroy();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The client of a document. Its name is shown to users, without control characters, and without what reverses a text. */
function clientOf(clientId: string, text: string): OAuthClient {
  const { data: document } = ClientDocument.safeParse(parseJson(text));
  if (!document) throw new Unusable('it is malformed');
  if (document.client_id !== clientId) throw new Unusable('it is that of another client');
  const name = (document.client_name ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_NAME_CHARACTERS);
  return { client_id: clientId, name: name || hostOf(clientId).host, redirect_uris: document.redirect_uris };
}

/**
 * Client metadata documents by https from public addresses. Anyone may name an address, so nothing is followed, and little is read. Those
 * that may be used again are kept in the memory of this process.
 */
export class HttpsClientDocuments extends ClientDocuments {
  readonly #cached = new Map<string, { readonly client: OAuthClient; readonly until: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly trust: Trust = { isAllowed: isPublicAddress },
  ) {
    super();
  }

  async fetch(clientId: string): Promise<OAuthClient> {
    const now = this.clock.now().getTime();
    const cached = this.#cached.get(clientId);
    if (cached && cached.until > now) return cached.client;
    try {
      const { text, keptMs } = await readDocument(clientId, this.trust);
      const client = clientOf(clientId, text);
      this.#keep(clientId, client, now + keptMs);
      return client;
    } catch (error) {
      const reason = error instanceof Unusable ? error.message : 'it cannot be reached';
      throw new NotPossible(`The description of this assistant at ${hostOf(clientId).host} can't be used: ${reason}.`);
    }
  }

  /** The oldest make room for new ones. */
  #keep(clientId: string, client: OAuthClient, until: number): void {
    this.#cached.delete(clientId);
    this.#cached.set(clientId, { client, until });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_CACHED_DOCUMENTS && oldest !== undefined) this.#cached.delete(oldest);
  }
}
