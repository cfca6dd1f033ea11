import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { viewCatalogTotals } from '#domain/catalog/endpoints';
import { VERSION } from '#server/config/config';
import { CATALOG_AS_OF } from '#server/mcp/figures';
import { pathOfRead } from '#server/mcp/reads';
import { type ReadApi, type Tool, tools } from '#server/mcp/tools';

const instructions =
  'Research about Pinterest in the catalog of this site: boards, influencers, pins, and keywords, how they grow, and what that is based on. It is not all of Pinterest. Say of a figure when it was read (`figures` names the field with its day) and link to its formula; null means unknown, not zero.';

const resultOf = (answer: z.ZodType) =>
  z.object({
    answer: answer.describe('The same as the API of this site answers.'),
    figures: z
      .record(z.string(), z.object({ date: z.string(), formula: z.string().nullable() }))
      .describe(
        `Of each figure: the name of the field with its day or time, and the address of its formula; null for what Pinterest shows.`,
      ),
    [CATALOG_AS_OF]: z.iso.datetime().nullable().describe('The last import or recompute of the catalog; null before the first.'),
    screen: z.string().describe('The address of the screen that shows the same.'),
  });

async function call(tool: Tool, input: Readonly<Record<string, unknown>>, read: ReadApi, origin: string) {
  const [answer, totals] = await Promise.all([tool.read(input, read), read(pathOfRead(viewCatalogTotals))]);
  const figures = Object.entries(tool.figures).map(([name, { date, formula }]) => [
    name,
    { date, formula: formula === null ? null : `${origin}${formula}` },
  ]);
  return {
    answer,
    figures: Object.fromEntries(figures) as Record<string, unknown>,
    [CATALOG_AS_OF]: (totals as { readonly as_of: string | null }).as_of,
    screen: `${origin}${tool.screen(input)}`,
  };
}

/** An MCP server whose tools read the API of a site by `read`. The SDK is loaded with the first one. */
export async function createMcpServer(read: ReadApi, brand: string, origin: string): Promise<McpServer> {
  const { McpServer: Server } = await import('@modelcontextprotocol/server');
  const server = new Server({ name: 'corklight', title: brand, version: VERSION }, { instructions });
  for (const tool of tools) {
    const { name, title, description, input, answer } = tool;
    const config = {
      title,
      description,
      inputSchema: input,
      outputSchema: resultOf(answer),
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
    server.registerTool(name, config, async (given) => {
      const structuredContent = await call(tool, given, read, origin);
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of an answer of the API. Throws an error with the API's reason, which the assistant reads. */
export function bodyOf(status: number, text: string): unknown {
  const body = parsedJson(text) as { readonly error?: string } | undefined;
  if (body === undefined) throw new Error(`The site answered with status ${status} and no JSON.`);
  if (status !== 200) throw new Error(body.error ?? `The site answered with status ${status}.`);
  return body;
}
