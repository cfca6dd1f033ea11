import { eventMetadataError, removeNonTextDeep } from '#domain/analytics/visitors/event-metadata';

const nested = (depth: number): Record<string, unknown> => (depth === 1 ? { end: 1 } : { in: nested(depth - 1) });
it.each([
  ['no keys', {}, null],
  ['three levels', nested(3), null],
  ['three levels and nothing inside', { in: { in: { end: null } } }, null],
  ['four levels', nested(4), 'must not be nested deeper than 3 levels'],
  ['lists in lists', { a: [[[]]] }, 'must not be nested deeper than 3 levels'],
  ['twenty keys', Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, index])), null],
  [
    'twenty keys and one inside',
    { ...Object.fromEntries(Array.from({ length: 19 }, (_, index) => [index, index])), in: { more: 1 } },
    'must have at most 20 keys',
  ],
  ['2,048 bytes', { a: 'x'.repeat(2_048 - 8) }, null],
  ['2,049 bytes', { a: 'x'.repeat(2_048 - 7) }, 'must be at most 2 KB'],
  ['characters of four bytes', { a: '🌿'.repeat(520) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of one byte', { a: '\u007f'.repeat(2_040) }, null],
  ['2,048 bytes of the first character of two bytes', { a: '\u0080'.repeat(1_020) }, null],
  ['2,050 bytes of the first character of two bytes', { a: '\u0080'.repeat(1_021) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of two bytes', { a: '\u07ff'.repeat(1_020) }, null],
  ['2,048 bytes of the first character of three bytes', { a: '\u0800'.repeat(680) }, null],
  ['2,051 bytes of the first character of three bytes', { a: '\u0800'.repeat(681) }, 'must be at most 2 KB'],
  ['2,048 bytes of the last character of three bytes', { a: '\uffff'.repeat(680) }, null],
  ['2,052 bytes of the first character of four bytes', { a: '\u{10000}'.repeat(511) }, 'must be at most 2 KB'],
])('metadata of %s', (_case, metadata, message) => expect(eventMetadataError(metadata)).toBe(message));

it('control characters and lone surrogates are removed from all keys and texts', () => {
  expect(removeNonTextDeep({ 'a\u0000': ['b\u0007\u009f', { c: '\ud83c x 🌿' }, 1, null, true] })).toEqual({
    a: ['b', { c: ' x 🌿' }, 1, null, true],
  });
});
