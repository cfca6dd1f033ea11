import { IntegerList } from '#domain/keywords/counting/integer-list';

describe('a growing list of integers', () => {
  it.each([0, 1, 1_023, 1_024, 1_025, 5_000])('keeps all %i that were added', (count) => {
    const list = new IntegerList();
    const values = Array.from({ length: count }, (_, index) => 7 * index - 3);
    for (const value of values) list.push(value);
    expect(list.length).toBe(count);
    expect(Array.from(list.view())).toEqual(values);
  });

  it('changes a value far behind its first thousand', () => {
    const list = new IntegerList();
    for (let value = 0; value < 3_000; value++) list.push(value);
    list.set(2_500, -1);
    expect([list.at(2_499), list.at(2_500), list.at(2_501)]).toEqual([2_499, -1, 2_501]);
  });
});
