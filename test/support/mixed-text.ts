import * as fc from 'fast-check';

/** What word rules stumble over: case that changes lengths, combining marks, emoji sequences, scripts without spaces, apostrophes. */
const oddPieces = [
  'Straße',
  'İ',
  'ﬁ',
  'ǅ',
  'e\u0301',
  '\u0301',
  '👩‍👩‍👧',
  '🌿',
  '🇫🇷',
  '手作り',
  'カﾞ',
  '한국',
  'ไทย',
  'हिन्दी',
  'عربى',
  'Ｅｔｓｙ',
  "Mom's",
  "'s",
  '\u200d',
  '\ufeff',
  '\n',
];

const letters = fc.integer({ min: 0x20, max: 0x2fff }).map((code) => String.fromCodePoint(code));

/** Made-up texts of plain words, odd pieces, and single characters of most alphabets, with or without spaces between them. */
export const mixedText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...oddPieces, 'etsy', 'Sell', ' ', '-', '·'), letters), { maxLength: 30 })
  .map((pieces) => pieces.join(''));
