import { colorVariables } from '#domain/site/colors';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { type TestResponse, useTestApp } from '../../support/app/test-app';
import { documentedOperations } from '../../support/app/documented-operations';

describe('/api/docs', () => {
  const site = useTestApp({ settings: { PUBLIC_URL: 'https://pins.example.com' } });
  let page: TestResponse;
  let document: OpenApi;
  beforeAll(async () => {
    page = await site.get('/api/docs');
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
  });

  it('is a public page that runs no scripts and loads only its icon', () => {
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self';/);
    expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=|@import|url\(/);
    const loadedUrls = [...page.text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loadedUrls).toEqual(['/favicon.svg']);
  });

  it('shows every endpoint with its summary, its parameters and an example for this site', () => {
    const text = page.text
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const { method, path, operation } of documentedOperations(document)) {
      const start = page.text.indexOf(`id="${operation.operationId}"`);
      const card = page.text.slice(start, page.text.indexOf('</article>', start));
      expect([operation.operationId, start > 0, card.includes(`/api${path}`)]).toEqual([operation.operationId, true, true]);
      expect(text).toContain(`${method} /api${path}${operation.summary}`);
      for (const { name } of operation.parameters ?? []) expect(card).toContain(`<code>${name}</code>`);
      for (const { code } of operation['x-refusals']) expect(card).toContain(code);
      expect(card).toContain('https://pins.example.com/api/');
    }
    expect(text).toContain('per_page in the query: whole number, 1 to 100; default 10');
  });

  it('links only to its own sections, the home page and the OpenAPI document', () => {
    const ids = new Set([...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => `#${id}`));
    const links = [...page.text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, url = '']) => url);
    expect(links.length).toBeGreaterThan(50);
    expect([...new Set(links.filter((url) => !ids.has(url)))].toSorted()).toEqual(['/', '/api/openapi.json']);
  });

  it('leads back to the site and to its contents from everywhere', () => {
    const header = /<header class="bar">.*?<\/header>/s.exec(page.text)?.[0] ?? '';
    expect([...header.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(['/', '#contents', '/']);
    expect(page.text).toContain('.bar { position: sticky;');
  });

  it('has the colors of the product', () => {
    expect(page.text).toContain(colorVariables);
  });
});
