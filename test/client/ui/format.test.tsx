import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { entityIdFromPath, paths } from '../../../client/src/site/paths';
import { formatSearch, normalizeKeywords, parseSearch } from '../../../client/src/catalog/list/list-search';
import { knownPoints, trendSummary } from '../../../client/src/ui/charts/chart-points';
import { isWebUrl } from '../../../client/src/ui/navigation/external-link';
import { pageNumbers } from '../../../client/src/ui/navigation/pagination';
import { GrowthPercent } from '../../../client/src/ui/growth-percent';

describe('page numbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 5, [1, 2, -5, 5]],
    [2, 4, [1, 2, 3, 4]],
    [3, 5, [1, 2, 3, 4, 5]],
    [5, 9, [1, -4, 4, 5, 6, -9, 9]],
    [9, 9, [1, -8, 8, 9]],
  ])('around page %i of %i are %j', (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers);
  });
});

describe('the query string of a search', () => {
  it.each([
    ['', ''],
    ['query=etsy&page=3', '?query=etsy&page=3'],
    ['order_by=follower_growth_last_90_days&sort=desc&page=1', ''],
    ['order_by=follower_count&sort=asc', '?order_by=follower_count&sort=asc'],
    ['order_by=saves&sort=ASC&page=1.5&query=%20%20', ''],
    ['page=99999999', ''],
    ['query=a%2Bb%26c', '?query=a%2Bb%26c'],
  ])('%s becomes %s', (text, address) => {
    expect(formatSearch('boards', parseSearch('boards', text))).toBe(address);
  });

  it('limits keywords to the maximum of the server', () => {
    expect(normalizeKeywords(` ${'x'.repeat(120)} `)).toHaveLength(100);
    expect(normalizeKeywords('   ')).toBeUndefined();
  });
});

describe('a detail path', () => {
  it.each(['1', 'seed:board/7', '100%', 'a%2Fb', 'каталог'])('round-trips the id %s', (id) => {
    expect(entityIdFromPath(paths.board(id))).toBe(id);
  });

  it('returns null for a path that cannot be decoded', () => {
    expect(entityIdFromPath('/board/%E0%A4%A/')).toBeNull();
  });
});

describe('the sentence below a chart', () => {
  it.each([
    [[12_100, null, 15_800], 'Followers rose from 12.1K to 15.8K, +30.6%, Aug 1 to Aug 3.'],
    [[200, 150], 'Followers fell from 200 to 150, -25.0%, Aug 1 to Aug 2.'],
    [[7, null, 7], 'Followers stayed at 7, 0.0%, Aug 1 to Aug 3.'],
    [[14_784_100, 14_782_970], 'Followers fell from 14,784,100 to 14,782,970, 0.0%, Aug 1 to Aug 2.'],
    [[0, 50], 'Followers rose from 0 to 50, 0.0%, Aug 1 to Aug 2.'],
    [[null, 5], null],
    [[], null],
  ])('for %j is %j', (y, sentence) => {
    const x = y.map((_, index) => `2026-08-0${index + 1}`);
    expect(trendSummary('Followers', knownPoints({ x, y }))).toBe(sentence);
  });

  it('names the years when they differ', () => {
    expect(trendSummary('Saves', knownPoints({ x: ['2025-12-30', '2026-01-02'], y: [1, 2] }))).toBe(
      'Saves rose from 1 to 2, +100.0%, Dec 30, 2025 to Jan 2, 2026.',
    );
  });
});

describe('formats', () => {
  it.each([
    ['https://a.test/x', true],
    ['http://a.test', true],
    ['javascript:alert(1)', false],
    [' https://a.test', false],
    ['//a.test', false],
    ['https://', false],
    [null, false],
  ])('treat %j as a web URL: %s', (address, isOne) => {
    expect(isWebUrl(address)).toBe(isOne);
  });
});

describe('index.html', () => {
  const shell = readFileSync('client/index.html', 'utf8');

  it('has a nonce on every inline script', () => {
    const inline = [...shell.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map((found) => found[1]?.trim());
    expect(inline).toEqual(inline.map(() => 'nonce="__CSP_NONCE__"'));
    expect(inline.length).toBeGreaterThan(0);
    expect(shell).toContain('<meta property="csp-nonce" nonce="__CSP_NONCE__" />');
  });

  it('loads nothing from other origins', () => {
    expect(shell.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)).toBeNull();
  });
});

describe('growth in percent', () => {
  it.each([
    ['3.0 in 90 days', 3, 90, false],
    ['2.9 in 90 days, which no verdict calls growing', 2.9, 90, true],
    ['1.0 in 30 days', 1, 30, false],
    ['0.9 in 30 days', 0.9, 30, true],
    ['2.9 over no known days', 2.9, null, false],
    ['-0.1', -0.1, 90, false],
  ])('of %s has the color of the same threshold as verdicts', (_, percent, days, isMuted) => {
    const { container } = render(<GrowthPercent percent={percent} days={days} />);
    expect(container.querySelector('.muted') !== null).toBe(isMuted);
  });
});
