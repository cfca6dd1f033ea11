import { decodeAscending, decodeNumbers, encodeAscending, encodeNumbers } from '#server/catalog/read-model/varints';

const limits = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, 2 ** 31 - 1];

it.each([[[]], [[0]], [limits], [limits.toReversed()], [[5, 5, 0, 9]]])('numbers are as they were: %j', (numbers) => {
  expect([...decodeNumbers(encodeNumbers(Int32Array.from(numbers)), numbers.length)]).toEqual(numbers);
});

it.each([[[]], [[3]], [limits], [[7, 7, 8]]])('ascending numbers are as they were: %j', (numbers) => {
  expect([...decodeAscending(encodeAscending(Int32Array.from(numbers)), numbers.length)]).toEqual(numbers);
});

it('close numbers take a byte each', () => {
  expect([...encodeAscending(Int32Array.of(1_000_000, 1_000_001, 1_000_128))]).toEqual([0xc0, 0x84, 0x3d, 1, 127]);
  expect([...encodeNumbers(Int32Array.of(1, 127, 128))]).toEqual([1, 127, 0x80, 1]);
});
