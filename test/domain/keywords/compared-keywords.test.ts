import { comparedKeywordsText, parseComparedKeywords } from '#domain/keywords/compared-keywords';

describe('the keywords in the address of a comparison', () => {
  it.each([
    ['fig,banana bread', ['fig', 'banana bread']],
    [' Fig ,fig,,', ['fig']],
    ['salt%2C pepper,100% wool', ['salt, pepper', '100% wool']],
    [`${'x'.repeat(81)},fig`, ['fig']],
    ['', []],
  ])('%j are %j', (text, keywords) => expect(parseComparedKeywords(text)).toEqual(keywords));

  it('are the same after writing and parsing', () => {
    const keywords = ['salt, pepper', '50%2c off', 'mac & cheese'];
    expect(parseComparedKeywords(comparedKeywordsText(keywords))).toEqual(keywords);
  });
});
