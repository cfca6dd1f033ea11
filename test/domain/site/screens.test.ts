import { indexedPaths, isFilePath, screenMetadata } from '#domain/site/page-metadata';
import { findScreen } from '#domain/site/find-screen';
import { documentTitle, entityPath, type ScreenName, screens } from '#domain/site/screens';

describe('the screen of a path', () => {
  it.each<[path: string, name: ScreenName, param: string | null]>([
    ['/', 'home', null],
    ['/boards', 'boards', null],
    ['/Boards/', 'boards', null],
    ['/influencers', 'pinners', null],
    ['/board/1/', 'board', '1'],
    ['/board/1', 'board', '1'],
    ['/pin/a%2Fb/', 'pin', 'a%2Fb'],
    ['/PINNER/x', 'pinner', 'x'],
    ['/auth/email/confirm', 'confirm', null],
    ['/auth/email/confirm/abc.def', 'confirmWithCode', 'abc.def'],
    ['/admin/growth', 'growth', null],
    ['/account', 'account', null],
    ['/accounts/0b1f6f6e', 'ownAccount', '0b1f6f6e'],
  ])('of %s is %s', (path, name, param) => {
    expect(findScreen(path)).toEqual({ name, param });
  });

  it.each(['/nothing', '/boards/1', '/board', '/board/', '/board/1/2', '//boards', '/premium/more', '/admin', '/privacy', '/foo.png'])(
    'of %s is none',
    (path) => {
      expect(findScreen(path)).toBeNull();
    },
  );

  it('is found by the path of an entity, whatever its id', () => {
    for (const id of ['1', 'a/b', '50%', 'x:y', 'ü', '.', 'a?b#c'])
      expect(findScreen(entityPath('pin', id))).toEqual({ name: 'pin', param: encodeURIComponent(id) });
  });
});

describe('what a page says about a screen', () => {
  it('has a title, a description of its own, and a canonical path on every screen that search engines list', () => {
    const metadata = indexedPaths.map((path) => screenMetadata(findScreen(path)?.name ?? 'home'));
    expect(indexedPaths).toEqual([
      '/',
      '/pins',
      '/boards',
      '/pinners',
      '/keywords',
      '/premium',
      '/designer',
      '/momentum',
      '/privacy-policy',
    ]);
    expect(metadata.map(({ canonicalPath }) => canonicalPath)).toEqual(indexedPaths);
    for (const key of ['title', 'heading', 'description'] as const)
      expect(new Set(metadata.map((each) => each[key])).size).toBe(metadata.length);
    for (const { description } of metadata) expect(description.length).toBeLessThanOrEqual(160);
  });

  it('keeps screens of accounts, admins, and single keywords out of search engines', () => {
    const unlisted = Object.values(screens).filter(({ isIndexed }) => !isIndexed);
    expect(
      unlisted
        .map(({ path }) => path)
        .filter((path) => !/^\/(auth|admin|oauth2?|dashboard|account|trends|watchlists|unsubscribe|compare|keywords\/)/.test(path)),
    ).toEqual([]);
    expect(Object.values(screens).filter(({ access, isIndexed }) => access !== 'anyone' && isIndexed)).toEqual([]);
  });

  it('never contains a code of the path', () => {
    expect(screenMetadata('resetWithCode').canonicalPath).toBe('/auth/password/reset');
    expect(screenMetadata('confirmWithCode').canonicalPath).toBe('/auth/email/confirm');
  });

  it('ends the title with the brand', () => {
    expect(documentTitle('Premium', 'Pins & Co')).toBe('Premium · Pins & Co');
    expect(documentTitle(null, 'Pins & Co')).toBe('Pins & Co – research for Pinterest marketers');
  });
});

describe('a path of a file', () => {
  it.each(['/foo.png', '/wp-login.php', '/.env', '/.git/config', '/a.b/c', '/x.tar.gz'])('is %s', (path) => {
    expect(isFilePath(path)).toBe(true);
  });
  it.each(['/', '/nothing-here', '/board'])('is not %s', (path) => {
    expect(isFilePath(path)).toBe(false);
  });
});
