/** A release of the product that a feed names. */
export interface Release {
  /** As the feed writes it, such as `v0.3.0`. */
  readonly version: string;
  /** Its page, if the feed has one. */
  readonly url: string | null;
}

const FULL_VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** The three numbers of a release; null for previews and other tags. */
function numbersOf(version: string): readonly number[] | null {
  const [, ...numbers] = FULL_VERSION.exec(version) ?? [];
  return numbers.length === 0 ? null : numbers.map(Number);
}

/** Compares three numbers each, the first difference decides. */
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((order, number, index) => order || number - (b[index] ?? 0), 0);

/** The newest of these releases, without the `v` of a tag, if it is newer than the present one; null otherwise. */
export function newerRelease(present: string, releases: readonly Release[]): Release | null {
  const numbered = releases.flatMap(({ version, url }) => {
    const numbers = numbersOf(version);
    return numbers === null ? [] : [{ version: numbers.join('.'), url, numbers }];
  });
  const newest = numbered.toSorted((a, b) => compare(b.numbers, a.numbers))[0];
  const ours = numbersOf(present);
  return newest && ours && compare(newest.numbers, ours) > 0 ? { version: newest.version, url: newest.url } : null;
}
