import { type Actor, detailText, heldEntry, MAX_HELD_CHARACTERS, type NewEntry } from '#domain/audit/acts';

const at = new Date('2026-11-24T12:00:00Z');
const admin: Actor = { kind: 'user', id: 'boss', origin: 'request-1' };
const root = (origin: string, label = 'root@server-1'): Actor => ({ kind: 'command', label, origin });

describe('an entry of the audit', () => {
  it.each<[string, Omit<NewEntry, 'at'>, object]>([
    [
      'names an administrator and a person by their ids only',
      { by: admin, act: 'premium_given', target: 'ada', details: { until: '2027-06-30' } },
      { actorKind: 'user', actorId: 'boss', actorLabel: null, personId: 'ada', target: null, details: { until: '2027-06-30' } },
    ],
    [
      'names the user and the host of a command',
      { by: root('corklight maintenance on'), act: 'maintenance_begun' },
      {
        actorKind: 'command',
        actorId: null,
        actorLabel: 'root@server-1',
        personId: null,
        target: null,
        origin: 'corklight maintenance on',
      },
    ],
    [
      'names a job, a file, or a cleanup',
      { by: admin, act: 'job_started', target: 'growth' },
      { personId: null, target: 'growth', origin: 'request-1' },
    ],
    ['of the whole site has no target', { by: admin, act: 'audit_exported', target: 'x' }, { personId: null, target: null }],
    [
      'leaves out details that its act does not have',
      { by: admin, act: 'sessions_ended', target: 'ada', details: { sessions: 2, password: 'plum' } },
      { details: { sessions: 2 } },
    ],
    [
      'holds no address of a command line',
      { by: root('corklight admin create --email Boss+1@people.test --password-stdin'), act: 'administrator_appointed', target: 'boss' },
      { origin: 'corklight admin create --email ADDRESS --password-stdin' },
    ],
    [
      'holds no address after an equals sign, in quotes, or in the name of a file',
      { by: root('corklight import pins "a b@x.test" --email=c@x.test'), act: 'catalog_imported', target: 'of-mira@x.test' },
      { origin: 'corklight import pins "a ADDRESS" --email=ADDRESS', target: 'ADDRESS' },
    ],
    [
      'holds no address in its details',
      { by: root('x'), act: 'campaign_sent', target: 'a.txt', details: { to: 'mira@x.test' } },
      { target: 'a.txt', details: { to: 'ADDRESS' } },
    ],
    [
      'holds no long text',
      { by: root('y'.repeat(999), 'z'.repeat(999)), act: 'catalog_imported', target: 'x'.repeat(999) },
      {
        origin: 'y'.repeat(MAX_HELD_CHARACTERS),
        actorLabel: 'z'.repeat(MAX_HELD_CHARACTERS),
        target: 'x'.repeat(MAX_HELD_CHARACTERS),
      },
    ],
    ['has no origin where none is known', { by: { ...admin, origin: null }, act: 'job_started', target: 'lists' }, { origin: null }],
  ])('%s', (_, entry, held) => {
    expect(heldEntry({ ...entry, at })).toMatchObject({ at, act: entry.act, ...held });
    expect(Object.keys(heldEntry({ ...entry, at }).details)).toEqual(Object.keys((held as { details?: object }).details ?? {}));
  });
});

it.each<[string, string | number, string]>([
  ['kind', 'interest', 'search interest'],
  ['kind', 'ingest', 'an ingest key'],
  ['entity', 'pinner', 'influencers'],
  ['issue', 'all_zero', 'all zero'],
  ['act', 'catalog_imported', 'only “Imported a file”'],
  ['as_of', '2026-08-23', 'as of 2026-08-23'],
  ['rows', 12, 'rows 12'],
  ['key', 'interest', 'key interest'],
])('says the detail %s %s as people read it', (name, value, text) => expect(detailText(name, value)).toBe(text));
