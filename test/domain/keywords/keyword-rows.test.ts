import { toKeywordRow } from '#domain/keywords/keyword-rows';
import type { StoredKeyword } from '#domain/keywords/keywords';
import { comparedKeywordsText, parseComparedKeywords } from '#domain/keywords/compared-keywords';

const stored = (more: Partial<StoredKeyword> = {}): StoredKeyword => ({
  key: 'pumpkin bread',
  name: 'pumpkin breads',
  pins: 120,
  boards: 7,
  saves: 4800,
  medianSaves: 39.5,
  competition: 62.5,
  momentum: 41.2,
  raw: 0.08,
  growth: 12.3,
  confidence: 'high',
  fresh: 1 / 3,
  opportunity: 18.4,
  sparkline: 'AB_',
  peak: 3,
  pinsByMonth: [4, 4, 16, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  volume: 5_400,
  volumeSource: 'PinClicks',
  volumeRegion: null,
  volumeDay: 20_643,
  interest: '12 - 20',
  interestSource: 'Pinterest Trends',
  interestRegion: 'US',
  interestTo: 20_640,
  rise: 20_700,
  publishBy: 20_655,
  ...more,
});

describe('a keyword as it is sent', () => {
  it('has its figures, the level of its competition, its trend, and its rounded share of fresh pins', () => {
    expect(toKeywordRow(stored(), false)).toEqual({
      keyword: 'pumpkin breads',
      pins: 120,
      boards: 7,
      saves: 4800,
      saves_per_pin: 39.5,
      competition: 62.5,
      competition_level: 'contested',
      momentum_score: 41.2,
      trend: 'rising',
      growth_percent: 12.3,
      confidence: 'high',
      peak_month: 3,
      fresh: 0.3333,
      sparkline: 'AB_',
      volume: 5_400,
      volume_source: 'PinClicks',
      volume_region: null,
      volume_on: '2026-07-09',
      interest: '12 - 20',
      interest_source: 'Pinterest Trends',
      interest_region: 'US',
      interest_to: '2026-07-06',
      rise_on: '2026-09-04',
      publish_by: '2026-07-21',
    });
  });

  it('has unknown saves where those of no pin are known, not 0', () => {
    expect(toKeywordRow(stored({ saves: 0, medianSaves: null }), true).saves).toBeNull();
    expect(toKeywordRow(stored({ saves: 0, medianSaves: 0 }), true).saves).toBe(0);
  });

  it('has its opportunity only for viewers who may see it', () => {
    expect(toKeywordRow(stored(), true).opportunity).toBe(18.4);
    expect(toKeywordRow(stored({ opportunity: null }), true).opportunity).toBeNull();
    expect(toKeywordRow(stored(), false)).not.toHaveProperty('opportunity');
  });

  it.each<[string, Partial<StoredKeyword>, Partial<ReturnType<typeof toKeywordRow>>]>([
    ['unknown competition', { competition: null }, { competition: null, competition_level: null }],
    ['no competition at all', { competition: 0 }, { competition: 0, competition_level: 'open' }],
    ['unknown momentum', { raw: null, momentum: null }, { trend: null, momentum_score: null }],
    ['a count that stands still', { raw: 0 }, { trend: 'flat' }],
    ['pins of unknown creation', { fresh: null }, { fresh: null }],
    ['no fresh pin', { fresh: 0 }, { fresh: 0 }],
  ])('with %s', (_, figures, sent) => {
    expect(toKeywordRow(stored(figures), false)).toMatchObject(sent);
  });
});

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
