import type { Readable, Writable } from 'node:stream';
import { parseOptions, UsageError } from '#server/cli/arguments';
import type { Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import { bodyOf, createMcpServer } from '#server/mcp/mcp-server';
import type { ReadApi } from '#server/mcp/tools';

export const help = `corklight mcp --url ADDRESS

Connects an assistant that starts programs, by the Model Context Protocol over standard input and output, to a site of Corklight. It reads
with a personal API key, as its owner: set CORKLIGHT_API_KEY, which other users of this machine cannot read, or --key. CORKLIGHT_URL
stands for --url. An assistant that can send a header connects to ADDRESS/mcp instead.

${optionsHelp(commandForms.mcp.options)}
Exit codes: 0 when the assistant has ended, 2 on incorrect usage.
`;

function readOptions(args: readonly string[]) {
  const { url: typedUrl = process.env['CORKLIGHT_URL'], key = process.env['CORKLIGHT_API_KEY'] } = parseOptions(
    args,
    commandForms.mcp.options,
  ).values;
  if (typedUrl === undefined) throw new UsageError('--url is missing.');
  if (key === undefined) throw new UsageError('CORKLIGHT_API_KEY and --key are missing.');
  const url = URL.parse(typedUrl);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError('--url must be the address of a site.');
  return { origin: url.origin, key };
}

/** `corklight mcp`, which ends when the standard input does. */
export const run: Run = async (args, io) => {
  const { origin, key } = readOptions(args);
  const read: ReadApi = async (path) => {
    const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` }, redirect: 'error' }).catch(() => {
      throw new Error(`${origin} cannot be reached, or sends on to another address.`);
    });
    return bodyOf(response.status, await response.text());
  };
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const transport = new StdioServerTransport(io.stdin as Readable, io.stdout as Writable);
  serveStdio(() => createMcpServer(read, 'Corklight', origin), { transport });
  await new Promise((resolve) => io.stdin.once('close', resolve).once('end', resolve));
  return 0;
};
