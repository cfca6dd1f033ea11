/** The code points of the letters of a script, as pairs of first and last. */
type CodePointRanges = readonly (readonly [number, number])[];

/** Writing systems that a title can be in. Chinese, Japanese, and Korean are one, because titles mix their characters. */
const scriptRanges = {
  latin: [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xaa, 0xaa],
    [0xba, 0xba],
    [0xc0, 0xd6],
    [0xd8, 0xf6],
    [0xf8, 0x2af],
    [0x1e00, 0x1eff],
    [0x2c60, 0x2c7f],
    [0xa722, 0xa7ff],
    [0xfb00, 0xfb06],
    [0xff21, 0xff3a],
    [0xff41, 0xff5a],
    // Mathematical letters, which names are decorated with, and letters in circles and squares.
    [0x1d400, 0x1d6a5],
    [0x24b6, 0x24e9],
    [0x1f130, 0x1f149],
    [0x1f150, 0x1f169],
    [0x1f170, 0x1f189],
  ],
  greek: [
    [0x370, 0x373],
    [0x376, 0x377],
    [0x37b, 0x37d],
    [0x37f, 0x37f],
    [0x386, 0x386],
    [0x388, 0x3ff],
    [0x1f00, 0x1fbc],
    [0x1fc2, 0x1fcc],
    [0x1fd0, 0x1fdb],
    [0x1fe0, 0x1fec],
    [0x1ff2, 0x1ffc],
  ],
  cyrillic: [
    [0x400, 0x481],
    [0x48a, 0x52f],
    [0x1c80, 0x1c8a],
    [0xa640, 0xa66e],
    [0xa680, 0xa69d],
  ],
  armenian: [
    [0x531, 0x556],
    [0x561, 0x587],
  ],
  hebrew: [
    [0x5d0, 0x5ea],
    [0x5ef, 0x5f2],
    [0xfb1d, 0xfb1d],
    [0xfb1f, 0xfb28],
    [0xfb2a, 0xfb4f],
  ],
  arabic: [
    [0x620, 0x64a],
    [0x66e, 0x66f],
    [0x671, 0x6d3],
    [0x6d5, 0x6d5],
    [0x6fa, 0x6fc],
    [0x750, 0x77f],
    [0x8a0, 0x8c9],
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfd3d],
    [0xfd50, 0xfdfb],
    [0xfe70, 0xfefc],
  ],
  /** Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, and Sinhala, without their digits. */
  indic: [
    [0x904, 0x963],
    [0x971, 0x9e3],
    [0x9f0, 0xa65],
    [0xa70, 0xae5],
    [0xaf9, 0xb65],
    [0xb71, 0xbe5],
    [0xc00, 0xc65],
    [0xc80, 0xce5],
    [0xcf1, 0xd65],
    [0xd7a, 0xde5],
  ],
  thai: [
    [0xe01, 0xe30],
    [0xe32, 0xe33],
    [0xe40, 0xe46],
  ],
  georgian: [
    [0x10a0, 0x10ff],
    [0x1c90, 0x1cbf],
  ],
  cjk: [
    [0x1100, 0x11ff],
    [0x3005, 0x3007],
    [0x3041, 0x3096],
    [0x309d, 0x309f],
    [0x30a1, 0x30fa],
    [0x30fc, 0x30ff],
    [0x3105, 0x312f],
    [0x3131, 0x318e],
    [0x31f0, 0x31ff],
    [0x3400, 0x4dbf],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xf900, 0xfaff],
    [0xff66, 0xffdc],
    [0x20000, 0x323af],
  ],
} as const satisfies Record<string, CodePointRanges>;

export type ScriptName = keyof typeof scriptRanges;

/** The scripts, in the order of their codes in the read model: append only. */
export const scriptNames = Object.keys(scriptRanges) as ScriptName[];

/** How many characters of a title are searched for a letter. */
export const SCRIPT_PREFIX_LENGTH = 80;

interface ScriptRange {
  readonly first: number;
  readonly last: number;
  readonly code: number;
}

const sortedRanges: readonly ScriptRange[] = scriptNames
  .flatMap((name, code) => scriptRanges[name].map(([first, last]) => ({ first, last, code })))
  .sort((a, b) => a.first - b.first);

/** The script of a character, as its index in `scriptNames`; -1 for one that is no letter of these scripts. */
function scriptOfCharacter(codePoint: number): number {
  let [low, high] = [0, sortedRanges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { first, last, code } = sortedRanges[middle]!;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return code;
  }
  return -1;
}

/** The script of the first letter of a text, as its index in `scriptNames`; -1 for a text without a letter of these scripts. */
export function scriptCodeOf(text: string): number {
  for (const character of text) {
    const code = scriptOfCharacter(character.codePointAt(0)!);
    if (code >= 0) return code;
  }
  return -1;
}

const escapeCodePoint = (codePoint: number): string => `\\U${codePoint.toString(16).padStart(8, '0')}`;
const characterClass = (names: readonly ScriptName[]): string =>
  names.flatMap((name) => scriptRanges[name].map(([first, last]) => `${escapeCodePoint(first)}-${escapeCodePoint(last)}`)).join('');

/** A regular expression, in Postgres's syntax, for texts whose first letter is of one of these scripts. */
export const scriptPattern = (names: readonly ScriptName[]): string => `^[^${characterClass(scriptNames)}]*[${characterClass(names)}]`;
