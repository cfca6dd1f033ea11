// Preloaded into a process (`NODE_OPTIONS=--import=…`): appends every connection and every name that is looked up to CONNECTIONS_FILE.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const record = (line) => appendFileSync(process.env.CONNECTIONS_FILE, `${line}\n`);

/** Calls `before` with the arguments of each call of a method. */
function observe(owner, name, before) {
  const method = owner[name];
  owner[name] = function observed(...args) {
    before(...args);
    return method.apply(this, args);
  };
}

observe(Socket.prototype, 'connect', (first, second) => {
  // Node's own callers pass their arguments as one list.
  const [target, host] = Array.isArray(first) ? first : [first, second];
  const { path, port, host: name } = typeof target === 'object' ? target : { port: target, host };
  record(path ? `connect ${path}` : `connect ${name ?? 'localhost'}:${port}`);
});
observe(dgram.Socket.prototype, 'send', (_message, ...rest) => record(`send ${rest.filter((one) => typeof one !== 'function').join(' ')}`));
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner).filter((one) => /^(lookup|resolve|reverse)/.test(one)))
    observe(owner, name, (host) => record(`look up ${host}`));
syncBuiltinESMExports();
