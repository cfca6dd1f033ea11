import { act, fireEvent, screen, within } from '@testing-library/react';
import type { AuditEntry } from '#domain/audit/contract';
import type { Person, PersonDetail } from '#domain/people/contract';
import { click, type FakeResponse, goBack, openApp, press, type } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { queriesTo, sentBodies } from '../../support/client/requests';
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
const anEntry = (over: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-21T14:03:00Z',
  actor: { kind: 'user', label: 'boss@site.test' },
  act: 'sessions_ended',
  target: { kind: 'person', label: 'ada@site.test' },
  details: { sessions: 2 },
  origin: 'request-1',
  ...over,
});
const auditOf = (entries: readonly AuditEntry[], total = entries.length, pages = 1): FakeResponse => ({
  body: { entries, total, page: 1, pages },
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
      'GET /api/admin/audit': () => auditOf([]),
      ...replies,
    }),
  );
  await screen.findByRole('heading', { level: 1, name: 'People' });
  await act(async () => {});
}
const rowTexts = (testId: string) => screen.getAllByTestId(testId).map((row) => textsOf([...row.children]));
const openAda = () => click(screen.getByRole('button', { name: 'Open ada@site.test' }));
const panel = () => within(screen.getByTestId('side-panel'));

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
    // On phones, cells have the names of their columns before them.
    expect(screen.getByRole('button', { name: 'Open ada@site.test' }).closest('td')?.dataset['name']).toBe('');
  });

  it('searches from the first page, and pages through what was found', async () => {
    await openPeople({ 'GET /api/admin/people': () => pageOf([aPerson()], 60, 3) }, '/admin/people?page=2');
    const field = screen.getByLabelText<HTMLInputElement>('Email or name begins with');
    field.focus();
    type('Email or name begins with', ' mira ');
    await act(async () => void fireEvent.submit(screen.getByRole('button', { name: 'Find' })));
    expect(location.search).toBe('?query=mira');
    expect([document.activeElement, field.value]).toEqual([field, 'mira']);
    await click(screen.getByRole('button', { name: 'Page 3' }));
    await click(screen.getByRole('button', { name: 'Refresh' }));
    const third = 'query=mira&page=3';
    expect(queriesTo('/api/admin/people').map(String)).toEqual(['query=&page=2', 'query=mira&page=1', third, third]);
    await goBack();
    await goBack();
    expect(field.value).toBe('');
  });
});

describe('the panel of a person', () => {
  it('deletes after the address was typed; a refusal stays in the dialog', async () => {
    let reply: FakeResponse = errorResponse('That is not the address of this account.', 409, 'conflict');
    await openPeople({ 'POST /api/admin/people/ada/deletion': () => reply });
    await openAda();
    await click(panel().getByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('dialog'));
    // Esc is for the dialog, not for the panel below it.
    await press('Escape');
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

  it('says that a person failed to load, then offers only what the rules allow, and says why', async () => {
    let reply: FakeResponse = errorResponse('There is no such person.', 404, 'not_found');
    await openPeople({ 'GET /api/admin/people/ada': () => reply });
    await openAda();
    expect(panel().getByText('There is no such person.')).toBeTruthy();
    reply = { body: aDetail({ is_admin: true, is_paid: true }) };
    await click(panel().getByRole('button', { name: 'Try again' }));
    expect(panel().getByText('Administrators have every Premium feature.')).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'Delete account' })).toBeNull();
    expect(panel().getByRole('button', { name: 'End all sessions' })).toBeTruthy();
  });

  it('keeps the focus where given Premium, and the last session, end', async () => {
    const given_until = '2027-01-02T00:00:00Z';
    const [session] = aDetail().sessions;
    await openPeople({
      'GET /api/admin/people/ada': () => ({ body: aDetail({ given_until, sessions: [session!] }) }),
      'DELETE /api/admin/people/ada/premium': () => ({ body: aDetail({ sessions: [session!] }) }),
      'DELETE /api/admin/people/ada/sessions/s1': () => ({ body: aDetail({ sessions: [] }) }),
    });
    await openAda();
    await click(panel().getByRole('button', { name: 'End given Premium' }));
    expect(document.activeElement).toBe(panel().getByRole('heading', { name: 'Premium' }));
    await click(panel().getByRole('button', { name: /^End / }));
    expect(document.activeElement).toBe(panel().getByRole('heading', { name: 'Active sessions' }));
  });

  it('says that a paid subscription is not touched', async () => {
    await openPeople({ 'GET /api/admin/people/ada': () => ({ body: aDetail({ is_paid: true }) }) });
    await openAda();
    expect(panel().getByText(/belongs to the payment provider/)).toBeTruthy();
    expect(panel().queryByRole('button', { name: 'End given Premium' })).toBeNull();
  });
});

describe('the history of a person', () => {
  it('is what the audit has of them, and is read again after each change, such as the end of all sessions', async () => {
    const changes = [anEntry({ id: 2, act: 'premium_given', details: { until: '2027-06-30' } }), anEntry({})];
    let entries: readonly AuditEntry[] = [];
    await openPeople({
      'GET /api/admin/audit': () => auditOf(entries),
      'DELETE /api/admin/people/ada/sessions': () => ({ body: aDetail({ sessions: [] }) }),
    });
    await openAda();
    expect(location.search).toBe('?person=ada');
    expect(panel().getByText('Nothing was done to this account.')).toBeTruthy();
    entries = changes;
    await click(panel().getByRole('button', { name: 'End all sessions' }));
    expect(panel().getByText('No active sessions.')).toBeTruthy();
    expect(textsOf(screen.getAllByTestId('history-row'))).toEqual([
      expect.stringMatching(/^Gave Premium through Jun 30, 2027Nov 21, 2026.* · boss@site\.test$/),
      expect.stringMatching(/^Ended 2 sessions/),
    ]);
    expect(queriesTo('/api/admin/audit').map(String)).toEqual(['person=ada', 'person=ada']);
  });
});

describe('the audit', () => {
  async function openAudit(reply: Reply, address = '/admin/audit') {
    await openApp(address, 'admin', serveEndpoints({ 'GET /api/admin/audit': reply }));
    await screen.findByRole('heading', { level: 1, name: 'Audit' });
    await act(async () => {});
  }

  it('says who did what to whom or what, and how a command was typed', async () => {
    await openAudit(() =>
      auditOf([
        anEntry({ id: 5, act: 'account_deleted', target: { kind: 'person', label: 'Deleted user' }, details: {} }),
        anEntry({ id: 4, act: 'job_started', target: { kind: 'job', label: 'growth' }, details: {} }),
        anEntry({
          id: 3,
          actor: { kind: 'command', label: 'root@server-1' },
          act: 'catalog_imported',
          target: { kind: 'file', label: 'pins.csv' },
          details: { kind: 'pinners' },
          origin: 'corklight import pinners pins.csv',
        }),
        anEntry({ id: 2, act: 'audit_exported', target: null, details: { from: '2026-11-01' } }),
        anEntry({ id: 1 }),
      ]),
    );
    expect(rowTexts('audit-row').map(([, ...cells]) => cells)).toEqual([
      ['boss@site.test', 'Deleted an account', 'Deleted user'],
      ['boss@site.test', 'Started a job', 'Job “Growth”'],
      ['root@server-1', 'Imported a file, influencerscorklight import pinners pins.csv', 'pins.csv'],
      ['boss@site.test', 'Exported the audit, from 2026-11-01', 'Site'],
      ['boss@site.test', 'Ended 2 sessions', 'ada@site.test'],
    ]);
    expect(screen.getByText('5 entries, newest first')).toBeTruthy();
  });

  it('is filtered by the address, which the form writes, and exported with the same filters', async () => {
    await openAudit(() => auditOf([anEntry({})], 60, 2), '/admin/audit?actor=root&page=2');
    type('To whom or what', ' pins ');
    fireEvent.change(screen.getByLabelText('What'), { target: { value: 'catalog_imported' } });
    fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To (UTC)'), { target: { value: '2026-11-30' } });
    await act(async () => void fireEvent.submit(screen.getByRole('button', { name: 'Filter' })));
    const filters = 'actor=root&act=catalog_imported&target=pins&from=2026-11-01&to=2026-11-30';
    expect(location.search).toBe(`?${filters}`);
    expect(queriesTo('/api/admin/audit').map(String)).toEqual(['actor=root&page=2', `${filters}&page=1`]);
    expect(hrefOf(screen.getByRole('link', { name: 'Export (CSV)' }))).toBe(`/api/admin/audit/export?${filters}`);
    await click(screen.getByRole('link', { name: 'Remove filters' }));
    expect(location.search).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Who').value).toBe('');
    expect(document.activeElement?.tagName).toBe('H1');
  });
});
