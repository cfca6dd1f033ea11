import fc from 'fast-check';
import { parseJsonLine } from '#domain/catalog/import/field-reader';
import { parseCount } from '#domain/catalog/import/counts';
import { mergePoints, mergeByDay } from '#domain/catalog/import/points';
import { cleanBoolean, cleanLine, cleanList, cleanText, isMissing } from '#domain/catalog/import/text';
import { parseTime } from '#domain/catalog/import/times';
import { cleanDomain, cleanLink } from '#domain/catalog/import/links';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('a count', () => {
  it.each<[unknown, number | null]>([
    [0, 0],
    [-0, 0],
    ['0', 0],
    [2_147_483_647, 2_147_483_647],
    ['1,234', 1234],
    ['1,234,567', 1_234_567],
    ['12 480', 12_480],
    ['12\u00a0480', 12_480],
    ['124k', 124_000],
    ['1.2k', 1200],
    ['1.2M', 1_200_000],
    ['2mio', 2_000_000],
    ['1.5b', 1_500_000_000],
    ['1e+3', 1000],
    ["12'480", 12_480],
    ['12_480', 12_480],
    [{ $numberDouble: '3' }, 3],
    ['10.05k', 10_050],
    ['1e3', 1000],
    [' "9000" ', 9000],
    ['500+', 500],
    [{ $numberLong: '42' }, 42],
    [{ $numberInt: '7' }, 7],
    [null, null],
    [undefined, null],
    ['', null],
    [' ', null],
    ['null', null],
    ['-', null],
    ['n/a', null],
    ['User Info Error', null],
  ])('%p is %p', (raw, value) => expect(parseCount(raw)).toEqual({ value }));

  it.each<[unknown, RegExp]>([
    [-1, /negative/],
    ['-5', /negative/],
    [1.5, /not a whole number/],
    ['1.2', /not a whole number/],
    ['1.2345k', /not a whole number/],
    [2_147_483_648, /greater than 2147483647/],
    ['1e309', /greater than/],
    [Number.POSITIVE_INFINITY, /greater than/],
    [Number.NaN, /not a number/],
    ['NaN', /not a number/],
    ['1,23', /not a number/],
    ['0x10', /not a number/],
    ['12 apples', /not a number/],
    ['10 %', /not a number/],
    [true, /^true is not a number$/],
    ['x'.repeat(60), /^"x{39}… is not a number$/],
    ['5x', /^"5x" is not a number$/],
    [-1.5, /^-1.5 is negative$/],
    [{ $numberLong: 'many' }, /^"many" is not a number$/],
    ['1k2', /not a number/],
    ['1,234,56', /not a number/],
    ['1.', /not a number/],
    ['++5', /not a number/],
    [[1], /^a list or an object is not a number$/],
    [{}, /not a number/],
  ])('%p is refused', (raw, reason) => expect(parseCount(raw)).toEqual({ reason: expect.stringMatching(reason) }));

  it.each([
    [1.5, 2],
    [1.49, 1],
    ['0.2', 0],
  ])('%p is rounded to %p on demand', (raw, value) => expect(parseCount(raw, true)).toEqual({ value }));
});

describe('a time', () => {
  it.each<[unknown, string, boolean]>([
    ['2024-10-09T09:33:23.067Z', '2024-10-09T09:33:23.067Z', true],
    ['"2024-10-09T09:33:23.067Z"', '2024-10-09T09:33:23.067Z', true],
    ['2015-10-14T08:44:21', '2015-10-14T08:44:21.000Z', true],
    ['2025-07-31 11:05:19.082999', '2025-07-31T11:05:19.082Z', true],
    ['2024-11-15 00:01:00 UTC', '2024-11-15T00:01:00.000Z', true],
    ['2024-11-15 00:01 +02:00', '2024-11-14T22:01:00.000Z', true],
    ['2024-11-15T00:01:00-0530', '2024-11-15T05:31:00.000Z', true],
    ['Tue, 22 Dec 2015 14:10:29 +0000', '2015-12-22T14:10:29.000Z', true],
    ['3 Jan 2020 01:00 GMT', '2020-01-03T01:00:00.000Z', true],
    [{ $date: '2024-02-29T00:00:00Z' }, '2024-02-29T00:00:00.000Z', true],
    [{ $date: { $numberLong: '1753959828768' } }, '2025-07-31T11:03:48.768Z', true],
    [1_753_959_828_768, '2025-07-31T11:03:48.768Z', true],
    [1_753_959_828, '2025-07-31T11:03:48.000Z', true],
    ['1753959828', '2025-07-31T11:03:48.000Z', true],
    ['1753959828768000', '2025-07-31T11:03:48.768Z', true],
    ['2026-03-02', '2026-03-02T00:00:00.000Z', false],
    ["'2024-10-09'", '2024-10-09T00:00:00.000Z', false],
    ['2024-10-09Z', '2024-10-09T00:00:00.000Z', false],
    ['2024-11-15T23:59:60Z', '2024-11-16T00:00:00.000Z', true],
    ['2024-11-15T00:01:00+02', '2024-11-14T22:01:00.000Z', true],
    ['2024-11-15T00:01:00.5', '2024-11-15T00:01:00.500Z', true],
    ['2024-11-15T00:01:00,25Z', '2024-11-15T00:01:00.250Z', true],
    ['2024-11-15t00:01z', '2024-11-15T00:01:00.000Z', true],
    ['22 December 2015 14:10:29 -0130 (CET)', '2015-12-22T15:40:29.000Z', true],
    ['1 feb 2016 00:00', '2016-02-01T00:00:00.000Z', true],
    [{ $numberLong: '1753959828' }, '2025-07-31T11:03:48.000Z', true],
    ['1753959828.5', '2025-07-31T11:03:48.500Z', true],
    ['2026-03-02T12:00:00Z', '2026-03-02T12:00:00.000Z', true],
    ['1990-01-01', '1990-01-01T00:00:00.000Z', false],
  ])('%p is %s', (raw, iso, timed) => expect(parseTime(raw, NOW)).toEqual({ value: { ms: Date.parse(iso), timed } }));

  it.each([null, undefined, '', 'null', 'n/a'])('%p is unknown', (raw) => expect(parseTime(raw, NOW)).toEqual({ value: null }));

  it.each<[unknown, RegExp]>([
    ['0000-00-00', /not a time/],
    ['2024-02-30', /not a time/],
    ['2024-01-01T25:00:00Z', /not a time/],
    ['05/10/2024', /not a time/],
    ['yesterday', /not a time/],
    [{}, /not a time/],
    [true, /^this is not a time$/],
    ['22 Foo 2015 14:10', /not a time/],
    ['31 Feb 2015 14:10', /not a time/],
    ['2024-01-01T00:60:00Z', /not a time/],
    ['2024-01-01T00:00:61Z', /not a time/],
    ['12345678', /^"12345678" is not a time$/],
    ['id 1753959828', /not a time/],
    ['1753959828 s', /not a time/],
    ['y'.repeat(60), /^"y{40}" is not a time$/],
    [Number.POSITIVE_INFINITY, /^Infinity is not a time$/],
    [Number.NaN, /not a time/],
    ['9999-12-31', /in the future/],
    ['2026-03-02T12:00:01Z', /in the future/],
    ['1989-12-31', /before 1990/],
    [0, /^0 is before 1990$/],
    ['1989-12-31T23:59:59.999Z', /^"1989-12-31T23:59:59.999Z" is before 1990$/],
  ])('%p is refused', (raw, reason) => expect(parseTime(raw, NOW)).toEqual({ reason: expect.stringMatching(reason) }));

  it('in tens of thousands of objects is refused', () => {
    const nested: unknown = JSON.parse(`${'{"$date":'.repeat(50_000)}0${'}'.repeat(50_000)}`);
    expect(parseTime(nested, NOW)).toEqual({ reason: 'this is not a time' });
  });
});

describe('text', () => {
  it.each<[unknown, string | null]>([
    ['  Bohó\u0301 \u0000nests\u0007 ', 'Bohó\u0301 nests'.normalize('NFC')],
    ['e\u0301', 'é'],
    ['two\r\nlines', 'two lines'],
    ['evil\u202etxt', 'eviltxt'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['👩\u200d🌾 ok', '👩\u200d🌾 ok'],
    ['<b>x</b> & "y"', '<b>x</b> & "y"'],
    ['MIRA&#39;S caf&#xE9; &amp; bar&nbsp;', "MIRA'S café & bar"],
    ['&amp;lt; is decoded once', '&lt; is decoded once'],
    ['&#0;&#x202e;no text&#7; &#99999999; &copy; &', 'no text &#99999999; &copy; &'],
    ['&#1114112; is no character', '&#1114112; is no character'],
    [7, '7'],
    [' ', null],
    ['\u3164', null],
    ['\u2800 \u200d\ufe0f', null],
    ['null', null],
    ['No Title Data Available', null],
    ['Image src error.', null],
    [{ a: 1 }, null],
  ])('%j becomes %j', (raw, clean) => expect(cleanLine(raw, 500)).toBe(clean));

  it.each<[unknown, string | null]>([
    ['a\r\nb\u2028c\n', 'a\nb\nc'],
    ['a\rb\u2029\u2029c', 'a\nb\n\nc'],
    ['one\ttab', 'one\ttab'],
    ['\u0000 null \u0007', null],
    [5, '5'],
    [true, 'true'],
    [['a'], null],
  ])('of several lines, %j, becomes %j', (raw, clean) => expect(cleanText(raw, 50)).toBe(clean));

  it('is truncated, but not within a character', () => {
    expect(cleanLine('abcdef', 3)).toBe('abc');
    expect(cleanLine('ab🌾', 3)).toBe('ab');
    expect(cleanLine('ab🌾', 4)).toBe('ab🌾');
    expect(cleanLine('ab cdef', 3)).toBe('ab');
    expect(cleanText('abcdef', 3)).toBe('abc');
  });

  it.each<[unknown[], string[]]>([
    [['a, b,,a'], ['a', 'b']],
    [[['Home', ' home ', '#DIY']], ['Home', 'DIY']],
    [['N,o, ,T,a,g,s, ,A,v,a,i,l,a,b,l,e'], []],
    [['h,o,m,e,,,d,e,c,o'], ['home', 'deco']],
    [[[{ name: 'x' }, { label: 'y' }, {}]], ['x', 'y']],
    [[null, 'null', 'n/a'], []],
    [['a,-,none,b'], ['a', 'b']],
    [['##a, # b'], ['a', 'b']],
    [[['a', 'b', 'c', 'd']], ['a', 'b', 'c', 'd']],
    [[['a', 'b', ',', 'c', 'd']], ['ab', 'cd']],
    [['a,b,c,d'], ['a', 'b', 'c', 'd']],
    [[['h', 'o', 'm', 'e', 7]], ['h', 'o', 'm', 'e', '7']],
    [[[{ keyword: 'k' }, { title: 't' }, { text: 'x' }, { name: '', label: 'l' }]], ['k', 't', 'x', 'l']],
    [[7], ['7']],
    [[Array.from({ length: 60 }, (_, index) => `topic ${index}`)], Array.from({ length: 50 }, (_, index) => `topic ${index}`)],
    [['y'.repeat(120)], ['y'.repeat(100)]],
    [
      ['one', ['two']],
      ['one', 'two'],
    ],
  ])('a list %j becomes %j', (raw, list) => expect(cleanList(raw)).toEqual(list));
});

describe('a value', () => {
  it.each([null, undefined, '', '  ', 'NULL', ' n/a ', 'None', '—', 'Unknown', 'No description available Story format'])(
    '%j stands for a missing one',
    (raw) => expect(isMissing(raw)).toBe(true),
  );

  it.each([0, false, [], {}, 'no', '0', 'nonesuch', 'No description available Story format.'])('%j does not', (raw) =>
    expect(isMissing(raw)).toBe(false),
  );

  it.each<[unknown, boolean | null]>([
    [true, true],
    ['True', true],
    [1, true],
    [' YES ', true],
    [false, false],
    ['no', false],
    [0, false],
    ['FALSE', false],
    ['maybe', null],
    [2, null],
    [null, null],
    [{}, null],
  ])('%j as yes or no is %p', (raw, value) => expect(cleanBoolean(raw)).toBe(value));
});

describe('a link', () => {
  it.each([
    ['https://Example.com/A?b=c#d', 'https://example.com/A?b=c#d'],
    ['HTTP://example.com', 'http://example.com'],
    ['https://ex.co.uk:8080/x', 'https://ex.co.uk:8080/x'],
    ['https://пример.рф/п', 'https://пример.рф/п'],
    ['https://example.com/"onmouseover=x', 'https://example.com/%22onmouseover=x'],
    ['ht\ntps://example.com/', 'https://example.com/'],
    [' https://example.com ', 'https://example.com'],
    ['https://example.com?a=b', 'https://example.com?a=b'],
    ['https://example.com#top', 'https://example.com#top'],
    ["https://example.com/<a>'`\\ b", 'https://example.com/%3Ca%3E%27%60%5C%20b'],
    ['https://a_b.example.com./x', 'https://a_b.example.com./x'],
    ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
    [`https://example.com/${'x'.repeat(2028)}`, `https://example.com/${'x'.repeat(2028)}`],
  ])('%j is kept as %j', (raw, link) => expect(cleanLink(raw)).toBe(link));

  it.each([
    'javascript:alert(1)',
    'java\u0000script:alert(1)',
    'Ja\tVa\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'blob:x',
    'ftp://example.com/',
    'file:///etc/passwd',
    '//example.com/x',
    'https:example.com',
    'https://a"onmouseover=x',
    'https://user:pass@example.com/',
    'http://app@example.com',
    'https://shop.example.com\\@192.168.0.1/x',
    'https://shop.example.com\\',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest',
    'http://localhost/',
    'https://exa mple.com/',
    'https:///x',
    `https://example.com/${'x'.repeat(2029)}`,
    'https://-a.example/',
    'https://a-.example/',
    'https://example.com:123456/',
    'xhttps://example.com/',
    'null',
    '',
    7,
    null,
  ])('%j is dropped', (raw) => expect(cleanLink(raw)).toBeNull());

  it('leads to the host that was checked, and has no credentials', () => {
    const parts = fc.constantFrom(
      'shop.example',
      'evil.test',
      '192.168.0.1',
      '\\',
      '@',
      '/',
      '?',
      '#',
      ':',
      '%5C',
      '\t',
      ' ',
      'a',
      '.',
      '80',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 7 }), (rest) => {
        const link = cleanLink(`https://shop.example${rest.join('')}`);
        if (link === null || !URL.canParse(link)) return;
        const { hostname, username, password } = new URL(link);
        expect([username, password]).toEqual(['', '']);
        expect(link.slice('https://'.length).split(/[/?#:]/)[0]).toBe(hostname);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['Etsy.com', 'etsy.com'],
    ['https://www.etsy.com/shop?x', 'www.etsy.com'],
    ['Uploaded by user', null],
    ['null', null],
    [' etsy.com#x ', 'etsy.com'],
    ['http://etsy.com?x', 'etsy.com'],
    ['not http://etsy.com', null],
    [7, null],
    [null, null],
    [`${'a.'.repeat(124)}com`, `${'a.'.repeat(124)}com`],
    [`${'a.'.repeat(126)}com`, null],
  ])('the domain %j is %j', (raw, domain) => expect(cleanDomain(raw)).toBe(domain));
});

describe('a line of NDJSON', () => {
  it('loses no digit of an id', () => {
    expect(
      parseJsonLine('{"_id":1084804628983062016,"board":{"id":17381148553849109},"name":"is 12345678901234567890, really","n":5}'),
    ).toEqual({
      record: { _id: '1084804628983062016', board: { id: '17381148553849109' }, name: 'is 12345678901234567890, really', n: 5 },
    });
    expect(parseJsonLine(String.raw`{"name":"\"id\": 12345678901234567","x":1}`)).toEqual({
      record: { name: '"id": 12345678901234567', x: 1 },
    });
  });

  it.each(['', '{', '{"a":NaN}', '[1]', '7', 'null', '"x"', '{"a":1}{"b":2}'])('%j is rejected', (line) =>
    expect(parseJsonLine(line)).toEqual({ fault: expect.stringMatching(/^is (not|a) /) }),
  );
});

describe('points of the same day', () => {
  const point = (at: number, timed: boolean, ...counts: (number | null)[]) => ({ at, timed, counts });

  it.each([
    ['a later one wins count by count', point(10, true, 1, 2), point(20, true, 3, null), point(20, true, 3, 2)],
    ['an earlier one only fills', point(20, true, null, 2), point(10, true, 1, 9), point(20, true, 1, 2)],
    ['at the same minute the one that comes wins', point(10, true, 1, 1), point(10, true, 2, null), point(10, true, 2, 1)],
    ['one without a time of day wins when it comes', point(900, true, 1, 5), point(0, false, 2, null), point(0, false, 2, 5)],
    ['and loses when another comes', point(0, false, 1, 5), point(10, true, 2, null), point(10, true, 2, 5)],
  ])('%s', (_, there, coming, merged) => expect(mergePoints(there, coming)).toEqual(merged));

  it('are merged to one per day, oldest first', () => {
    expect(mergeByDay([point(3000, true, 3), point(0, false, 1), point(1439, true, 2)])).toEqual([
      point(1439, true, 2),
      point(3000, true, 3),
    ]);
  });
});
