import { readFileSync } from 'node:fs';
import { docsStyle } from '#server/api-docs/docs-style';
import type { OpenApi } from '#server/api-docs/open-api';
import { type TestResponse, type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { documentedOperations } from '../../support/app/documented-operations';

/** The custom properties that a style sheet sets, block by block. */
const rootBlocks = (style: string): ReadonlyMap<string, string>[] =>
  [...style.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(
    ([, block = '']) => new Map([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])),
  );

describe('/api/docs', () => {
  let site: TestAppWithDatabase;
  let page: TestResponse;
  let document: OpenApi;
  beforeAll(async () => {
    site = await createTestAppWithDatabase({ PUBLIC_URL: 'https://pins.example.com' });
    page = await site.get('/api/docs');
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
  });
  afterAll(() => site.close());

  it('is a page for anybody that runs and loads nothing', () => {
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self';/);
    expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=|@import|url\(/);
    const loaded = [...page.text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded).toEqual(['/favicon.svg']);
  });

  it('shows every call with its sentence, its parameters and an example at the address of this site', () => {
    const text = page.text
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const { method, path, operation } of documentedOperations(document)) {
      const from = page.text.indexOf(`id="${operation.operationId}"`);
      const part = page.text.slice(from, page.text.indexOf('</article>', from));
      expect([operation.operationId, from > 0, part.includes(`/api${path}`)]).toEqual([operation.operationId, true, true]);
      expect(text).toContain(`${method} /api${path}${operation.summary}`);
      for (const { name } of operation.parameters ?? []) expect(part).toContain(`<code>${name}</code>`);
      for (const { code } of operation['x-refusals']) expect(part).toContain(code);
      expect(part).toContain('https://pins.example.com/api/');
    }
    expect(text).toContain('per_page in the query: whole number, 1 to 100; 10 if not given');
  });

  it('leads nowhere but to its own parts, the home page and the document for programs', () => {
    const ids = new Set([...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => `#${id}`));
    const links = [...page.text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(50);
    expect([...new Set(links.filter((address) => !ids.has(address)))].toSorted()).toEqual(['/', '/api/openapi.json']);
  });

  it('has the colours of the product', () => {
    const [light, dark] = rootBlocks(docsStyle);
    const [first, ...others] = rootBlocks(readFileSync('client/src/styles/tokens.css', 'utf8'));
    expect(Object.fromEntries(first ?? [])).toMatchObject(Object.fromEntries(light ?? []));
    expect(Object.fromEntries(others.find((block) => block.has('--bg')) ?? [])).toMatchObject(Object.fromEntries(dark ?? []));
    expect([light?.size, dark?.size]).toEqual([16, 16]);
  });
});
