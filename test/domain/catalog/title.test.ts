import { isUntitled, titleOf, titleWithWholeId } from '#domain/catalog/title';

const pinTitle = (description: string | null) => titleOf('pin', { name: null, description });
const graphemeCount = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('the title of an entity', () => {
  it('is its name, as stored', () => {
    expect(titleOf('pin', { name: 'Dr. Who. A scarf', description: 'Other words.' })).toBe('Dr. Who. A scarf');
    expect(titleOf('board', { name: '♡', description: 'Hearts.' })).toBe('♡');
    expect(titleOf('pinner', { name: 'Mira', username: 'mira_makes' })).toBe('Mira');
  });

  it('is the username of an influencer without a name, never the biography', () => {
    expect(titleOf('pinner', { name: null, username: 'mira_makes', description: 'I make things.' })).toBe('mira_makes');
    expect(titleOf('pinner', { name: null, username: ' mira_makes ' })).toBe('mira_makes');
    expect(titleOf('pinner', { name: ' ', username: null, description: 'I make things.' })).toBe('Unnamed influencer');
  });

  it('is the end of the id of an influencer without any name, which a tooltip and exports complete', () => {
    const title = titleOf('pinner', { _id: '314159265354821', name: null, username: ' ' });
    expect(title).toBe('Influencer …4821');
    expect(titleWithWholeId('314159265354821', title)).toBe('Influencer 314159265354821');
    expect(titleWithWholeId('314159265354821', 'Mira')).toBe('Mira');
  });

  it.each([
    ['mira', 'mira'],
    ['~mira_makes', 'mira_makes'],
    ['etsyofficial', 'etsyofficial'],
    ['instagram:mira.oficial', 'instagram:mira.oficial'],
    ['github:mira/makes.it', 'github:mira/makes.it'],
    ['instagram:1234567890', 'Influencer …7890'],
    ['48', 'Influencer 48'],
    ['twitch:80692e12416048be8396526bdb9c3040', 'Influencer …3040'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', 'Influencer …950e'],
    ['a name with blanks', 'Influencer …anks'],
  ])('is the id of an influencer where it is a user name, whose end would be no name: %s', (id, title) => {
    expect(titleOf('pinner', { _id: id, name: null })).toBe(title);
  });

  it.each([
    ['Easy pumpkin bread. Ready in an hour.', 'Easy pumpkin bread.'],
    ['Summer outfit', 'Summer outfit'],
    ['SPRING SANDALS! MARCH 2017 trends. Get yours!', 'SPRING SANDALS!'],
    ['“Is it worth it?” Yes, it is.', '“Is it worth it?”'],
    ['Love it 😍! Shop now', 'Love it 😍!'],
    ['Wait for it… The end', 'Wait for it…'],
    ['Bags...  small ones. Really.', 'Bags... small ones.'],
    ['Really?! no way. Yes', 'Really?!'],
    ['I have this outfit...and always forget it... but not today. Really.', 'I have this outfit...and always forget it... but not today.'],
  ])('is the first sentence of the description: %j', (description, title) => expect(pinTitle(description)).toBe(title));

  it.each([
    ['簡単なかぼちゃパン。一時間でできます。', '簡単なかぼちゃパン。'],
    ['「簡単！」みんなの声', '「簡単！」'],
    ['这是什么？我不知道', '这是什么？'],
    ['هل تحب القهوة؟ جرب هذه الوصفة', 'هل تحب القهوة؟'],
    ['یہ پہلا جملہ ہے۔ یہ دوسرا ہے۔', 'یہ پہلا جملہ ہے۔'],
    ['यह पहला वाक्य है। यह दूसरा है।', 'यह पहला वाक्य है।'],
  ])('ends a sentence as its script does: %j', (description, title) => expect(pinTitle(description)).toBe(title));

  it.each([
    ['Dr. Martens for St. Patrick’s Day. Green ones.', 'Dr. Martens for St. Patrick’s Day.'],
    ['A U.S. Army jacket by J. K. Smith. Rare.', 'A U.S. Army jacket by J. K. Smith.'],
    ['Small gifts, e.g. candles, for all. Cheap.', 'Small gifts, e.g. candles, for all.'],
    ['Chanel No. 5 and 12 oz. Mason jars. Sale!', 'Chanel No. 5 and 12 oz. Mason jars.'],
    ['Chapter no.  5 is out. Read it', 'Chapter no. 5 is out.'],
    ['Say no. Then 5 more.', 'Say no.'],
    ['Say no. Then go.', 'Say no.'],
    ['1. Preheat the oven. 2. Wait.', '1. Preheat the oven.'],
    ['Only $4.99 at etsy.com today. Hurry', 'Only $4.99 at etsy.com today.'],
  ])('does not end at an abbreviation, an initial or a number: %j', (description, title) => expect(pinTitle(description)).toBe(title));

  it.each([
    ['http://example.com/YMvPT | This simple trick works! Try it', 'This simple trick works!'],
    ['A book by Emma http://amzn.to/1oGIFt2  Book 4', 'A book by Emma Book 4'],
    ['See https://example.com/a?b=c. Then buy', 'See.'],
    ['Gown https://www.example.com/s/ref?rh=n:7141,n:104&x=1', 'Gown'],
    ['Recipe at www.example.com/bread', 'Recipe at'],
  ])('leaves out links: %j', (description, title) => expect(pinTitle(description)).toBe(title));

  it.each([
    [' \n\n  Two   spaces\tand a tab  ', 'Two spaces and a tab'],
    ['First line\nSecond line', 'First line'],
    ['♡\nHearts for all', 'Hearts for all'],
    ['!!! Best bags. Buy', 'Best bags.'],
  ])('is one line without needless spaces: %j', (description, title) => expect(pinTitle(description)).toBe(title));

  it('is an emoji if the description has nothing else', () => expect(pinTitle('🎄🎄')).toBe('🎄🎄'));

  it.each([null, '', ' \n ', '...', 'https://example.com/only', 'www.example.com', 'amzn.to/1oGIFt2', '- | -'])(
    'says that there is none without words: %j',
    (description) => {
      expect(pinTitle(description)).toBe('Untitled pin');
      expect(isUntitled(pinTitle(description))).toBe(true);
      expect(titleOf('board', { name: '', description })).toBe('Untitled board');
    },
  );

  it.each([
    [{ domain: 'thefreshcooky.com', board_name: 'Cookies', pinner_username: 'mira' }, 'Pin to thefreshcooky.com'],
    [{ link: 'https://www.thefreshcooky.com/a?b=c', domain: 'amzn.to' }, 'Pin to thefreshcooky.com'],
    [{ link: 'HTTP://Shop.Example:8080', domain: null }, 'Pin to shop.example'],
    [{ domain: 'käsekuchen.de' }, 'Pin to käsekuchen.de'],
    [{ domain: 'Uploaded by user', board_name: ' Cookies ', pinner_username: 'mira' }, 'Pin on Cookies'],
    [{ link: 'https://www.pinterest.com/pin/1/', pinner_username: 'mira' }, 'Pin by @mira'],
    [{ pinner_username: 'clay_ink' }, 'Pin by @clay_ink'],
    [{ pinner_username: 'Clay and Ink' }, 'Pin by Clay and Ink'],
    [{ owner_name: ' Mira  Maker ', pinner_username: 'mira' }, 'Pin by @mira'],
    [{ owner_name: ' Mira  Maker ', pinner_username: ' ' }, 'Pin by Mira Maker'],
    [{ link: 'not an address', domain: '10.0.0.1', board_name: ' ', pinner_username: ' ' }, 'Untitled pin'],
    [{ description: 'Oat cookies. Easy.', domain: 'thefreshcooky.com' }, 'Oat cookies.'],
    [{ description: 'https://thefreshcooky.com/only', domain: 'thefreshcooky.com' }, 'Pin to thefreshcooky.com'],
  ])('is where a pin without words leads, else its board, else its owner: %j', (source, title) =>
    expect(titleOf('pin', { name: null, ...source })).toBe(title),
  );

  it.each([
    ['mira', 'Board by @mira'],
    ['Clay and Ink', 'Board by Clay and Ink'],
  ])('is the owner of a board without words: %s', (pinner_username, title) =>
    expect(titleOf('board', { name: ' ', pinner_username })).toBe(title),
  );

  it('keeps 80 characters, and cuts more after a word with an ellipsis', () => {
    const words = 'twelve words ';
    const exactly80 = `${words.repeat(6)}ab`;
    expect(exactly80).toHaveLength(80);
    expect(pinTitle(exactly80)).toBe(exactly80);
    expect(pinTitle(`${exactly80}c`)).toBe(`${words.repeat(6).trim()}…`);
    expect(pinTitle(`${words.repeat(6)}a, and more words`)).toBe(`${words.repeat(6)}a…`);
    expect(pinTitle(`${words.repeat(30)}. End`)).toBe(`${words.repeat(6).trim()}…`);
  });

  it.each([
    ['emoji of several code points', '👩‍👩‍👧‍👦'],
    ['flags', '🇺🇦'],
    ['letters with combining marks', 'e\u0301'],
    ['letters of a script without spaces', '的'],
  ])('counts %s as readers do, and never cuts one', (_, character) => {
    expect(pinTitle(character.repeat(30))).toBe(character.repeat(30));
    const title = pinTitle(`a${character.repeat(90)}`);
    expect(graphemeCount(title)).toBeLessThanOrEqual(80);
    expect(title).toMatch(new RegExp(`^a(?:${character})+`, 'u'));
  });

  it('is the same when only the opening of a description is known', () => {
    const description = `${'many words '.repeat(200)}. End`;
    expect(pinTitle(description.slice(0, 1_000))).toBe(pinTitle(description));
  });
});
