import { catalogSearch } from '#domain/catalog/contract';

describe('the parameters of a list', () => {
  const numbers = ['', ' 1', ...'0 -1 1.5 1e3 0x10 +1 1_000 9007199254740993 NaN Infinity [] {} true null １'.split(' ')];
  const orders = [
    '',
    'saves desc;select pg_sleep(5)',
    '(case when 1=1 then saves else id end)',
    ...'saves,1 1 constructor toString __proto__'.split(' '),
  ];

  it.each<[name: string, value: string | readonly string[]]>([
    ...numbers.flatMap((value) => [['page', value] as [string, string], ['per_page', value] as [string, string]]),
    ...orders.map((value) => ['order_by', value] as [string, string]),
    ['page', ['1', '99']],
    ['per_page', '101'],
    ['sort', 'asc,desc'],
    ['sort', 'DESC'],
    ['query', ['a', 'b']],
    ['query', '\0'],
    ['query', 'a'.repeat(101)],
    ['query', 'a '.repeat(11)],
    ['metric', '\ufffd'],
    ['metric', 'collaborator_count'],
    ['period', '90'],
    ['use_momentum', 'yes'],
    ['saves', '5'],
    ['saves', '9..5'],
    ['growth', '1e3..'],
    ['created', '2025-13-01..'],
    ['script', 'klingon'],
    ['topic', '\0'],
    ['topic', ['a', 'b']],
    ['board', ''],
    ['owner', 'a b'],
  ])('are refused by name: %s=%j', (name, value) => {
    expect(
      catalogSearch('pins')
        .safeParse({ [name]: value })
        .error?.issues.map(({ path }) => path),
    ).toEqual([[name]]);
  });

  it('are all named that are wrong', () => {
    expect(catalogSearch('boards').safeParse({ page: '0', sort: 'up' }).error?.issues).toHaveLength(2);
  });
});
