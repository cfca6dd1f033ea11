import { newerRelease } from '#domain/operations/releases';

const newestOf = (present: string, ...versions: string[]) =>
  newerRelease(
    present,
    versions.map((version) => ({ version, url: `https://code.example/${version}` })),
  )?.version ?? null;

describe('the newer release of a feed', () => {
  it.each([
    ['0.2.0', ['v0.3.0'], '0.3.0'],
    ['0.2.0', ['0.2.1', 'v0.10.0', '0.9.9'], '0.10.0'],
    ['0.2.0', ['0.2.0', '0.1.9'], null],
    ['1.0.0', ['0.99.99'], null],
    ['0.2.9', ['0.3.0'], '0.3.0'],
    ['0.2.0', ['0.3.0-rc.1', 'nightly', '', '9'], null],
    ['unknown', ['0.3.0'], null],
    ['0.2.0', [], null],
  ])('than %s among %j is %p', (present, versions, expected) => {
    expect(newestOf(present, ...versions)).toBe(expected);
  });

  it('comes with its page', () => {
    expect(newerRelease('0.2.0', [{ version: 'v0.3.0', url: null }])).toEqual({ version: '0.3.0', url: null });
  });
});
