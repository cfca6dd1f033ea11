import { jest } from '@jest/globals';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import { loadChunk } from '../../../client/src/site/load-chunk';

describe('a chunk that cannot be loaded', () => {
  let reload: jest.SpiedFunction<typeof browserNavigation.reload>;
  const missing = (file: string) => () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: /assets/${file}`));
  /** Whether a load failed; one that reloads the page never settles. */
  const fails = (load: () => Promise<unknown>) =>
    Promise.race([loadChunk(load).catch(() => true), new Promise((resolve) => setTimeout(resolve, 0, false))]);

  beforeEach(() => {
    sessionStorage.clear();
    reload = jest.spyOn(browserNavigation, 'reload').mockReturnValue();
  });
  afterEach(() => jest.restoreAllMocks());

  it('reloads the page, because a release has deleted it', async () => {
    expect(await fails(missing('palette-1.js'))).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('fails if the page was reloaded for it already, but reloads for another one', async () => {
    await fails(missing('palette-1.js'));
    expect(await fails(missing('palette-1.js'))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    await fails(missing('palette-2.js'));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('fails offline, where a reload would lose the page', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await fails(missing('palette-1.js'))).toBe(true);
    expect(reload).not.toHaveBeenCalled();
  });

  it('returns the module otherwise', async () => {
    expect(await loadChunk(() => Promise.resolve('module'))).toBe('module');
  });
});
