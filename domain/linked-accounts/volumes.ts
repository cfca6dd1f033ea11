/** Pinterest takes at most this many keywords in a request, separated by commas. */
export const MAX_VOLUMES_PER_REQUEST = 2_000;

const units: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };

/** The number that a volume begins at, by which volumes are ordered: 5,000,000 of `5M+`; null for a text of another form. */
export function volumeLowerBound(volume: string | null): number | null {
  const [, digits = '', unit = ''] = /^[^\d]*([\d.,]+)\s*([KMB]?)/i.exec(volume ?? '') ?? [];
  const number = Number(digits.replaceAll(',', ''));
  return digits === '' || Number.isNaN(number) ? null : number * (units[unit.toUpperCase()] ?? 1);
}

/** Keywords that can be asked for: a comma separates them, so that one with a comma cannot be. */
export const canHaveVolume = (keyword: string): boolean => !keyword.includes(',');

/** Groups keywords so that each group, encoded and joined by commas, has at most `maxBytes` and `MAX_VOLUMES_PER_REQUEST`. */
export function groupKeywords(keywords: readonly string[], maxBytes: number): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let bytes = 0;
  for (const keyword of keywords) {
    // A form encodes some characters that an address may have; `%2C` joins the keywords.
    const size = encodeURIComponent(keyword).replace(/[!'()~]/g, '%27').length + 3;
    const group = groups.at(-1);
    if (group && group.length < MAX_VOLUMES_PER_REQUEST && bytes + size <= maxBytes) {
      group.push(keyword);
      bytes += size;
    } else {
      groups.push([keyword]);
      bytes = size;
    }
  }
  return groups;
}
