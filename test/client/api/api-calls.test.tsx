import { act, screen, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { api, csrfTokenIn } from '../../../client/src/api/api';
import { ApiError } from '../../../client/src/api/api-error';
import { openTrustedUrl } from '../../../client/src/site/browser-navigation';
import { catalogServer } from '../../support/client/catalog-records';
import { click, setViewer, openApp, type FakeResponse } from '../../support/client/client-app';
import { sentBodies, requestedUrls, queriesTo, sentRequests, openedUrls } from '../../support/client/requests';
import { CACHE_TTL_MS, storeResponse, useResource } from '../../../client/src/api/resource';

const csrfRefusal: FakeResponse = { status: 403, body: { error: 'Not from us.', errors: ['Not from us.'], code: 'cross_site' } };
const signedOutRefusal: FakeResponse = {
  status: 401,
  body: { error: 'Please sign in.', errors: ['Please sign in.'], code: 'not_signed_in' },
};

describe('an API call', () => {
  it('with an unsafe method sends its body and the CSRF token', async () => {
    await openApp('/privacy-policy', 'visitor', () => ({ body: {} }));
    await api('POST /auth/login', { body: { email: 'a@b.test', password: 'secret' } });
    expect(sentRequests).toEqual([
      {
        endpoint: 'POST /api/auth/login',
        body: { email: 'a@b.test', password: 'secret' },
        headers: { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': 'proof-1' },
      },
    ]);
  });

  it('without a body has no content type, and returns null for 204', async () => {
    await openApp('/privacy-policy', 'visitor', () => ({ status: 204, body: undefined }));
    expect(await api('DELETE /sessions')).toBeNull();
    expect(Object.keys(sentRequests[0]?.headers ?? {})).toEqual(['accept', 'x-xsrf-token']);
  });

  it('is retried once with a new CSRF token', async () => {
    let attempts = 0;
    await openApp('/privacy-policy', 'visitor', () => {
      attempts += 1;
      return attempts === 1 ? csrfRefusal : { body: { message: 'Sent.' } };
    });
    expect(await api('POST /auth/email/confirm/resend')).toEqual({ message: 'Sent.' });
    expect(requestedUrls).toEqual(['/api/auth/email/confirm/resend', '/api/sessions', '/api/auth/email/confirm/resend']);
  });

  it.each([
    ['password must be at least 10 characters', 'Password must be at least 10 characters'],
    ['Wrong email or password.', 'Wrong email or password.'],
    ['per_page must be at most 100', 'per_page must be at most 100'],
  ])('that is refused with “%s” says “%s”', async (error, message) => {
    await openApp('/privacy-policy', 'visitor', () => ({ status: 400, body: { error, errors: [error], code: 'invalid_input' } }));
    await expect(api('POST /auth/email/confirm/resend')).rejects.toMatchObject({ message, errors: [message] });
  });

  it('fails if the new CSRF token is rejected too', async () => {
    await openApp('/privacy-policy', 'visitor', () => csrfRefusal);
    await expect(api('POST /auth/email/confirm/resend')).rejects.toThrow(ApiError);
    expect(sentRequests).toHaveLength(2);
  });
});

describe('an expired session', () => {
  it('shows a message and redirects to sign in and back', async () => {
    await openApp('/dashboard?x=1', 'free', () => signedOutRefusal);
    expect(screen.getByTestId('live-alert').textContent).toBe('You were signed out. Sign in to continue.');
    expect(location.pathname + location.search).toBe('/auth/login?next=%2Fdashboard%3Fx%3D1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  });

  it('shows nothing to a visitor', async () => {
    await openApp('/privacy-policy', 'visitor', () => signedOutRefusal);
    await act(async () => void (await api('POST /auth/email/confirm/resend').catch(() => null)));
    expect(screen.queryByTestId('toast')).toBeNull();
  });
});

describe('campaign parameters of an address', () => {
  it('are reported once and removed from the address', async () => {
    await openApp('/boards?sscid=aff_1-2&campaign_referral_id=c-9&page=2#top', 'visitor', (url, method) =>
      method === 'PATCH' ? { body: { user: null, uuid: 'u', sscid: 'aff_1-2', pending_email: null } } : catalogServer(url),
    );
    expect(location.pathname + location.search + location.hash).toBe('/boards?page=2#top');
    expect(sentBodies('PATCH /api/sessions')).toEqual([{ sscid: 'aff_1-2' }]);
    expect(queriesTo('/api/track').map((query) => Object.fromEntries(query))).toEqual([{ campaign_referral_id: 'c-9' }]);
  });

  it.each([['a b'], ['<script>'], ['x'.repeat(65)]])('that are invalid (%s) are dropped', async (sscid) => {
    await openApp(`/boards?sscid=${encodeURIComponent(sscid)}`, 'visitor', catalogServer);
    expect(location.search).toBe('');
    expect(sentRequests).toEqual([]);
  });

  it('do not matter if the report fails', async () => {
    await openApp('/boards?sscid=a', 'visitor', (url, method) => (method === 'PATCH' ? { status: 500, body: null } : catalogServer(url)));
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(screen.getAllByTestId('result-row')).toHaveLength(3);
  });
});

describe('opening a trusted URL', () => {
  it.each([
    ['https://www.pinterest.com/oauth/?state=1', true],
    ['/sandbox/consent?state=1', true],
    ['http://localhost/sandbox/consent', true],
    ['http://evil.test/', false],
    ['https://evil.test/', false],
    ['https://www.pinterest.com.evil.test/oauth/', false],
    ['https://www.pinterest.com@evil.test/', false],
    ['http://www.pinterest.com/oauth/', false],
    ['javascript:alert(1)', false],
    ['java\tscript:alert(1)', false],
    ['data:text/html,x', false],
    ['blob:http://localhost/x', false],
    ['https://', false],
  ])('%s: %s', (address, isTrusted) => {
    expect(openTrustedUrl(address)).toBe(isTrusted);
    expect(openedUrls).toHaveLength(isTrusted ? 1 : 0);
  });
});

describe('a new viewer', () => {
  it('does not see the search of the previous one', async () => {
    await openApp('/boards?query=etsy', 'premium', catalogServer);
    setViewer('visitor');
    const { signOut } = await import('../../../client/src/site/session');
    await act(signOut);
    expect(screen.getByTestId<HTMLInputElement>('search-input').value).toBe('');
    expect(queriesTo('/api/boards').map((query) => query.get('query'))).toEqual(['etsy', null]);
    await click(screen.getByRole('link', { name: 'Pins' }));
    await click(screen.getByRole('link', { name: 'Boards' }));
    expect(location.search).toBe('');
  });

  it('keeps what was chosen before the viewer was known', async () => {
    const { loadSession } = await import('../../../client/src/site/session');
    const { createStore } = await import('../../../client/src/api/store');
    const chosen = createStore(() => ({ text: '' }), 'viewer');
    setViewer('premium');
    chosen.text = 'etsy';
    await loadSession();
    expect(chosen.text).toBe('etsy');
  });
});

describe('the CSRF token', () => {
  it.each([
    ['visitor=a; XSRF-TOKEN=one', 'one'],
    ['XSRF-TOKEN=old; __Host-XSRF-TOKEN=new', 'new'],
    ['__Host-XSRF-TOKEN=new; XSRF-TOKEN=old', 'new'],
    ['NOT-XSRF-TOKEN=other', undefined],
    ['', undefined],
  ])('of the cookies “%s” is %s', (cookies, token) => {
    expect(csrfTokenIn(cookies)).toBe(token);
  });
});

describe('a cached resource', () => {
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
