import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = (readdirSync('server', { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));

describe('the advisory locks', () => {
  it('use each number for one purpose only, so that two uses never wait for each other', () => {
    const numbers = sources.flatMap((name) =>
      [...readFileSync(join('server', name), 'utf8').matchAll(/\b7_30\d_\d{3}\b/g)].map(([number]) => number),
    );
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  });
});
