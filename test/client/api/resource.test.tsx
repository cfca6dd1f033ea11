/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { CACHE_TTL_MS, storeResponse, useResource } from '../../../client/src/api/resource';
import { resetBrowser } from '../../support/client/client-app';

describe('a cached resource', () => {
  beforeEach(resetBrowser);

  it('that another request caches between a render and its effects is shown, and not loaded again', async () => {
    const loads: string[] = [];
    function Shown() {
      const { data, busy } = useResource('/api/a', () => Promise.resolve(loads.push('/api/a') && 'loaded'), { keptMs: CACHE_TTL_MS });
      useLayoutEffect(() => storeResponse('/api/a', 'prefetched', CACHE_TTL_MS), []);
      return <p>{busy ? 'busy' : data}</p>;
    }
    render(<Shown />);
    expect(await screen.findByText('prefetched', {}, { timeout: 2_000 })).toBeTruthy();
    expect(loads).toEqual([]);
  });
});
