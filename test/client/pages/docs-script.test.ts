import { docsPages } from '#server/api-docs/docs-page';
import { docsScript } from '#server/api-docs/docs-script';
import { openApiDocument } from '#server/api-docs/open-api-document';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';

describe('the script of the API documentation', () => {
  const api = openApiDocument({ brand: 'Corklight', version: '1', secure: true, limits: parseRateLimitSettings('') });
  const pages = docsPages(api, 'Corklight', 'https://pins.example.com');
  const copied: string[] = [];
  const open = (page: string) => {
    document.documentElement.innerHTML = pages.get(page)?.html ?? '';
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    const script = document.createElement('script');
    script.textContent = `{${docsScript}}`;
    document.body.append(script);
  };
  const enter = (id: string, text: string) => {
    const field = document.getElementById(id) as HTMLInputElement;
    field.value = text;
    field.dispatchEvent(new Event('input'));
  };

  it('shows its fields, finds endpoints by words of path, summary, and parameters, and says how many', () => {
    open('catalog');
    expect([...document.querySelectorAll<HTMLElement>('[data-scripted]')].map(({ hidden }) => hidden)).toEqual([false, false]);
    enter('search', 'Exports  LIST');
    const shown = [...document.querySelectorAll<HTMLElement>('[data-words]')].filter(({ hidden }) => !hidden);
    expect(shown.map(({ textContent }) => textContent)).toEqual(['GET /exports/{variant}', 'GET /exports/keywords']);
    expect(document.getElementById('found')?.textContent).toMatch(/^2 of \d+ endpoints$/);
    enter('search', '');
    expect(document.getElementById('found')?.textContent).toBe('');
  });

  it('puts a key into the examples, which a button copies, and forgets it with the page', async () => {
    open('catalog');
    enter('key', ' ck_mine ');
    const card = document.getElementById('getPins');
    const [curl, copy] = [card?.querySelector('pre'), card?.querySelector('button')];
    expect(curl?.textContent).toBe(`curl -H 'Authorization: Bearer ck_mine' 'https://pins.example.com/api/pins'`);
    copy?.click();
    await new Promise((resolve) => setTimeout(resolve));
    expect([copied, copy?.textContent]).toEqual([[curl?.textContent], 'Copied']);
    expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
    open('catalog');
    expect(document.getElementById('getPins')?.querySelector('pre')?.textContent).toContain('YOUR_KEY');
  });

  it('works on the page of types, which has no examples', () => {
    expect(() => open('types')).not.toThrow();
  });
});
