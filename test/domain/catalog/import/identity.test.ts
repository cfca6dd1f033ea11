import { idFromUrl, idOfUsername, isUsername, parseId, usernameFromUrl } from '#domain/catalog/import/identity';

describe('the id in a URL', () => {
  it.each([
    ['pin', 'https://www.pinterest.com/pin/17381148553849109', '17381148553849109'],
    ['pin', 'https://pinterest.com/pin/17381148553849109/?nic=1#x', '17381148553849109'],
    ['pin', 'http://de.pinterest.com/pin/17381148553849109/', '17381148553849109'],
    ['pin', 'pinterest.co.uk/pin/123/', '123'],
    ['pin', '//www.pinterest.de/PIN/123', '123'],
    ['pin', 'https://www.pinterest.com/pin/50-dog-toys--17381148553849109/', '17381148553849109'],
    ['pin', 'https://www.pinterest.com/pin/AYb-1xyzAAWz--6P_aFSX/', 'AYb-1xyzAAWz--6P_aFSX'],
    ['board', 'https://www.pinterest.com/AdaLove/Boho-Nests/', '~adalove~boho-nests'],
    ['board', 'https://fr.pinterest.com/adalove/boho-nests?x=1', '~adalove~boho-nests'],
    ['board', 'https://www.pinterest.com/ada/d%C3%A9co/', '~ada~déco'],
    ['board', 'https://www.pinterest.com/ada/de\u0301co/', '~ada~déco'],
    ['board', 'https://www.pinterest.com/ada/DÉCO', '~ada~déco'],
    ['pinner', 'https://www.pinterest.com/AdaLove/', '~adalove'],
    ['pinner', 'https://br.pinterest.com/adalove/_saved/', '~adalove'],
  ] as const)('of a %s in %s is %s', (entity, url, id) => expect(idFromUrl(entity, url)).toBe(id));

  it.each([
    ['pin', 'https://www.pinterest.com/ada/'],
    ['pin', 'https://www.pinterest.com/pin/create/'],
    ['pin', 'https://example.com/pin/123/'],
    ['pin', 'https://pinterest.com.evil.test/pin/123/'],
    ['pin', 'https://notpinterest.com/pin/123/'],
    ['pin', 'https://pinterest.com@evil.test/pin/123/'],
    ['board', 'https://www.pinterest.com/pin/123/'],
    ['board', 'https://www.pinterest.com/ada/'],
    ['board', 'https://www.pinterest.com/ada/_saved/'],
    ['board', 'https://www.pinterest.com/ada/nests/section/'],
    ['board', 'https://www.pinterest.com/search/pins/'],
    ['board', 'https://www.pinterest.com/ada/%E0%A4%A/'],
    ['board', 'https://www.pinterest.com/ada/two%20words/'],
    ['pinner', 'https://www.pinterest.com/'],
    ['pinner', 'https://www.pinterest.com/ideas/'],
    ['pinner', 'https://www.pinterest.com/ada/nests/'],
    ['pinner', null],
    ['pinner', 7],
  ] as const)('of a %s is not in %s', (entity, url) => expect(idFromUrl(entity, url)).toBeNull());

  it.each([
    ['pin', ' "https://www.pinterest.com/pin/123/" ', '123'],
    ['pin', 'https://www.pinterest.com:443/pin/123', '123'],
    ['pin', 'https://www.pinterest.com./pin/123', '123'],
    ['pin', 'https://www.pinterest.com/pin/123/sent/', '123'],
    ['board', 'https://www.pinterest.com//ada//nests//', '~ada~nests'],
    ['pinner', 'https://www.pinterest.com/ada?x=/y', '~ada'],
    ['pinner', 'https://www.pinterest.com/ada/PINS', '~ada'],
  ] as const)('of a %s in %j is %s, however it is written', (entity, url, id) => expect(idFromUrl(entity, url)).toBe(id));

  it.each([
    ['pin', 'https://www.pinterest.com/pin/'],
    ['pin', 'https://www.pinterest.com/pin/short-slug/'],
    ['pin', 'https://www.pinterest.com/pin/x123456789012+'],
    ['pin', 'https://www.pinterest.com/Ada/123/'],
    ['pin', 'see https://www.pinterest.com/pin/123/'],
    ['pin', 'ftp://www.pinterest.com/pin/123/'],
    ['pin', 'https://www.pinterest.company/pin/123/'],
    ['board', 'https://www.pinterest.com/Ideas/nests/'],
    ['board', 'https://www.pinterest.com/ada%20love/nests/'],
    ['board', 'https://www.pinterest.com/ada/Pins/'],
    ['board', `https://www.pinterest.com/ada/${'n'.repeat(300)}/`],
    ['pinner', 'https://www.pinterest.com/IDEAS/'],
    ['pinner', 'https://www.pinterest.com/ada%20love/'],
    ['pinner', 'https://www.pinterest.com/ada/pins/more/'],
    ['pinner', ''],
  ] as const)('of a %s cannot be read in %j', (entity, url) => expect(idFromUrl(entity, url)).toBeNull());

  it.each([
    ['Ada_L', true],
    ['ada.love-2', true],
    ['Müller', true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['', false],
    ['Ada Love', false],
    ['ada/love', false],
    ['cl███ink', false],
  ])('for the name %j: can it be a username? %p', (name, expected) => expect(isUsername(name)).toBe(expected));

  it('of a username ignores case and encoding', () => expect(idOfUsername('De\u0301CO')).toBe('~déco'));

  it.each([
    ['https://www.pinterest.com/', null],
    ['https://www.pinterest.com/Ada%20Love/', null],
    ['https://www.pinterest.com/Ideas/', null],
    ['https://example.com/ada/', null],
    [undefined, null],
  ])('is preceded by no username in %j', (url, username) => expect(usernameFromUrl(url)).toBe(username));

  it('is preceded by the username of a profile or a board', () => {
    expect(usernameFromUrl('https://www.pinterest.com/Ada_L/nests/')).toBe('Ada_L');
    expect(usernameFromUrl('https://www.pinterest.com/pin/1/')).toBeNull();
  });
});

describe('an id of the source', () => {
  it.each<[unknown, string | null]>([
    ['1084804628983062016', '1084804628983062016'],
    [' 21b59ba9-829d-4c33 ', '21b59ba9-829d-4c33'],
    ['github:a/b', 'github:a/b'],
    [12, '12'],
    [0, '0'],
    [2 ** 53 - 1, '9007199254740991'],
    ['e\u0301', 'é'],
    ['x'.repeat(300), 'x'.repeat(300)],
    [{ $oid: null }, null],
    [{ $oid: '688b4d9454255abb05224eac' }, '688b4d9454255abb05224eac'],
    [null, null],
    ['', null],
    ['null', null],
  ])('%j is %j', (raw, value) => expect(parseId(raw)).toEqual({ value }));

  it.each<[unknown, RegExp]>([
    [2 ** 53, /lost digits/],
    [1.5, /lost digits/],
    [-1, /lost digits/],
    ['a b', /white space/],
    ['a\u0000b', /control/],
    ['x'.repeat(301), /longer than 300/],
    [['1'], /not a text/],
    [true, /not a text/],
    [{ id: '1' }, /not a text/],
    [{ $oid: 1.5 }, /^1.5 lost digits as a number; ids must be text$/],
  ])('%j is refused', (raw, reason) => expect(parseId(raw)).toEqual({ reason: expect.stringMatching(reason) }));
});
