/** @jest-environment jsdom */
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { AuditRecord, Person, PersonDetail } from '#domain/auth/people/contract';
import {
  click,
  deferredResponse,
  type FakeResponse,
  openApp,
  press,
  queriesTo,
  resetBrowser,
  sentBodies,
  type,
} from '../../support/client/client-app';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { errorResponse, serveEndpoints } from '../../support/client/serve-endpoints';

const aPerson = (over: Partial<Person> = {}): Person => ({
  id: 'ada',
  email: 'ada@site.test',
  name: 'adapins',
  is_admin: false,
  is_confirmed: true,
  created_at: '2026-01-02T10:00:00Z',
  last_seen_at: '2026-11-20T10:00:00Z',
  is_paid: false,
  paid_until: null,
  given_until: null,
  ...over,
});
const aDetail = (over: Partial<PersonDetail> = {}): PersonDetail => ({
  ...aPerson(),
  sessions: ['s1', 's2'].map((id) => ({
    id,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: '2026-11-01T10:00:00Z',
    seen_at: '2026-11-20T10:00:00Z',
    current: false,
  })),
  ...over,
});
const anAudit = (over: Partial<AuditRecord>): AuditRecord => ({
  id: 1,
  at: '2026-11-21T14:03:00Z',
  by: 'boss@site.test',
  person: 'ada@site.test',
  action: 'sessions_ended',
  detail: '2',
  ...over,
});
const pageOf = (people: readonly Person[], total = people.length, pages = 1): FakeResponse => ({ body: { people, total, page: 1, pages } });

type Reply = () => FakeResponse | Promise<FakeResponse>;

async function openPeople(replies: Readonly<Record<string, Reply>> = {}, address = '/admin/people') {
  await openApp(
    address,
    'admin',
    serveEndpoints({
      'GET /api/admin/people': () => pageOf([aPerson()]),
      'GET /api/admin/people/ada': () => ({ body: aDetail() }),
      'GET /api/admin/audit': () => ({ body: [] }),
      ...replies,
    }),
  );
  await screen.findByRole('heading', { level: 1, name: 'People' });
  await act(async () => {});
}
const rowTexts = (testId: string) => screen.getAllByTestId(testId).map((row) => [...row.children].map(({ textContent }) => textContent));
const openAda = () => click(screen.getByRole('button', { name: 'Open ada@site.test' }));
const panel = () => within(screen.getByTestId('side-panel'));

beforeAll(startShortcuts);
beforeEach(resetBrowser);

describe('the list of people', () => {
  it('names plan and state of each account', async () => {
    const people = [
      aPerson({ is_paid: true, given_until: '2027-01-01T00:00:00Z' }),
      aPerson({ id: 'b', email: 'b@site.test', name: null, is_confirmed: false, last_seen_at: null }),
      aPerson({ id: 'c', email: 'c@site.test', is_admin: true }),
      aPerson({ id: 'd', email: 'd@site.test', is_paid: true, paid_until: '2026-12-24T10:00:00Z' }),
    ];
    await openPeople({ 'GET /api/admin/people': () => pageOf(people) });
    expect(rowTexts('person-row').map(([email, name, plan]) => [email, name, plan])).toEqual([
      ['ada@site.test ', 'adapins', 'Premium, paid; Premium, given through Dec 31, 2026'],
      ['b@site.test Not confirmed', '–', 'Free'],
      ['c@site.test ', 'adapins', 'Administrator'],
      ['d@site.test ', 'adapins', 'Premium, paid until Dec 24, 2026'],
    ]);
    expect(screen.getByText('4 accounts, newest first')).toBeTruthy();
  });

  it('searches from the first page, and pages through what was found', async () => {
    await openPeople({ 'GET /api/admin/people': () => pageOf([aPerson()], 60, 3) }, '/admin/people?page=2');
    type('Email or name begins with', ' mira ');
    await act(async () => void fireEvent.submit(screen.getByRole('button', { name: 'Find' })));
    expect(location.search).toBe('?query=mira');
    await click(screen.getByRole('button', { name: 'Page 3' }));
    expect(queriesTo('/api/admin/people').map(String)).toEqual(['query=&page=2', 'query=mira&page=1', 'query=mira&page=3']);
  });

  it('shows a skeleton, then says that no account was found', async () => {
    const slow = deferredResponse();
    await openPeople({ 'GET /api/admin/people': () => slow.reply }, '/admin/people?query=zoe');
    expect(screen.getAllByTestId('cards-skeleton')).toHaveLength(1);
    await slow.give(pageOf([]));
    expect(screen.getByText('No address or name begins with “zoe”.')).toBeTruthy();
    expect(screen.getByText('No administrator has changed an account yet.')).toBeTruthy();
  });

  it('keeps the history if the accounts fail to load, and retries', async () => {
    let healthy = false;
    await openPeople({
      'GET /api/admin/people': () => (healthy ? pageOf([aPerson()]) : errorResponse('Not now.')),
      'GET /api/admin/audit': () => ({ body: [anAudit({})] }),
    });
    expect(screen.getByTestId('error-panel').textContent).toContain("We couldn't load the accounts.Not now.");
    expect(screen.getAllByTestId('audit-row')).toHaveLength(1);
    healthy = true;
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getAllByTestId('person-row')).toHaveLength(1);
  });

  it('reloads both tables with the button and the shortcut', async () => {
    await openPeople();
    await click(screen.getByRole('button', { name: 'Refresh' }));
    await press('r');
    expect(['/api/admin/people', '/api/admin/audit'].map((path) => queriesTo(path).length)).toEqual([3, 3]);
  });

  it('shows who did what to whom, also after an account was deleted', async () => {
    const records = [
      anAudit({ id: 4, person: null, action: 'account_deleted', detail: null }),
      anAudit({ id: 3, action: 'premium_ended', detail: null }),
      anAudit({ id: 2, by: null, action: 'premium_given', detail: '2027-06-30' }),
      anAudit({ id: 1 }),
    ];
    await openPeople({ 'GET /api/admin/audit': () => ({ body: records }) });
    expect(rowTexts('audit-row').map(([, ...cells]) => cells)).toEqual([
      ['boss@site.test', 'Deleted account', 'Deleted the account'],
      ['boss@site.test', 'ada@site.test', 'Ended given Premium'],
      ['Deleted account', 'ada@site.test', 'Gave Premium through Jun 30, 2027'],
      ['boss@site.test', 'ada@site.test', 'Ended 2 sessions'],
    ]);
  });
});

describe('the panel of a person', () => {
  it('ends one session, or all', async () => {
    const [one] = aDetail().sessions;
    await openPeople({
      'DELETE /api/admin/people/ada/sessions/s1': () => ({ body: aDetail({ sessions: one ? [one] : [] }) }),
      'DELETE /api/admin/people/ada/sessions': () => ({ body: aDetail({ sessions: [] }) }),
    });
    await openAda();
    expect(location.search).toBe('?person=ada');
    await click(panel().getByRole('button', { name: 'End all sessions' }));
    expect(panel().getByText('No active sessions.')).toBeTruthy();
    expect(queriesTo('/api/admin/audit')).toHaveLength(2);
  });

  it('gives Premium through a day, and ends it; the table follows', async () => {
    await openPeople({
      'POST /api/admin/people/ada/premium': () => ({ body: aDetail({ given_until: '2027-07-01T00:00:00Z' }) }),
      'DELETE /api/admin/people/ada/premium': () => ({ body: aDetail() }),
    });
    await openAda();
    expect(panel().queryByRole('button', { name: 'End given Premium' })).toBeNull();
    type('Last day (UTC)', '2027-06-30');
    await click(panel().getByRole('button', { name: 'Give Premium' }));
    expect(sentBodies('POST /api/admin/people/ada/premium')).toEqual([{ until: '2027-06-30' }]);
    expect(rowTexts('person-row')[0]?.[2]).toBe('Premium, given through Jun 30, 2027');
    expect(screen.getByLabelText<HTMLInputElement>('Last day (UTC)').value).toBe('2027-06-30');
    await click(panel().getByRole('button', { name: 'End given Premium' }));
    expect(rowTexts('person-row')[0]?.[2]).toBe('Free');
  });

  it('says that a paid subscription is not touched', async () => {
    await openPeople({ 'GET /api/admin/people/ada': () => ({ body: aDetail({ is_paid: true }) }) });
    await openAda();
    expect(panel().getByText(/belongs to the payment provider/)).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'End given Premium' })).toBeNull();
  });

  it('deletes after the address was typed; a refusal stays in the dialog', async () => {
    let reply: FakeResponse = errorResponse('That is not the address of this account.', 409, 'conflict');
    await openPeople({ 'POST /api/admin/people/ada/deletion': () => reply });
    await openAda();
    await click(panel().getByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('dialog'));
    type('Type the address to confirm', 'eve@site.test');
    await click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(dialog.getByText('That is not the address of this account.')).toBeTruthy();
    reply = { status: 204, body: undefined };
    type('Type the address to confirm', 'ada@site.test');
    await click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(sentBodies('POST /api/admin/people/ada/deletion').at(-1)).toEqual({ email: 'ada@site.test' });
    expect(screen.queryByTestId('side-panel')).toBeNull();
    expect(location.search).toBe('');
    expect(queriesTo('/api/admin/people')).toHaveLength(2);
  });

  it('offers only what the rules allow, and says why', async () => {
    await openPeople({ 'GET /api/admin/people/ada': () => ({ body: aDetail({ is_admin: true }) }) });
    await openAda();
    expect(panel().getByText('Administrators have every Premium feature.')).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'Delete account' })).toBeNull();
    expect(panel().getByRole('button', { name: 'End all sessions' })).toBeTruthy();
  });

  it('shows an error with a retry if the person fails to load', async () => {
    await openPeople({ 'GET /api/admin/people/ada': () => errorResponse('There is no such person.', 404, 'not_found') });
    await openAda();
    expect(panel().getByText('There is no such person.')).toBeTruthy();
  });
});
