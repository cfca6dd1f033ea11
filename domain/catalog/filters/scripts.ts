import type { EntityType } from '#domain/catalog/variants';
import type { ColumnName } from '#domain/catalog/columns';
/** The letters of the writing systems that a title can be in. Chinese, Japanese, and Korean are one, because titles mix their characters. */
const scriptLetters = {
  // With what names are decorated with: mathematical letters, letters in circles and squares, and Canadian syllabics that look like Latin.
  latin:
    /[\p{Script=Latin}\p{Script=Canadian_Aboriginal}\u{1d400}-\u{1d6a5}\u{24b6}-\u{24e9}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/u,
  greek: /[\p{Script=Greek}\u{1d6a8}-\u{1d7cb}]/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  armenian: /\p{Script=Armenian}/u,
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script=Arabic}/u,
  indic:
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
  thai: /\p{Script=Thai}/u,
  georgian: /\p{Script=Georgian}/u,
  cjk: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u{30fc}]/u,
} as const satisfies Record<string, RegExp>;

type ScriptName = keyof typeof scriptLetters;

/** The scripts, in the order of their codes in the read model: append only. */
export const scriptNames = Object.keys(scriptLetters) as ScriptName[];

/** How many characters of a title are searched for a letter. */
export const SCRIPT_PREFIX_LENGTH = 80;

const letter = /[\p{L}\p{Nl}\u{24b6}-\u{24e9}\u{1f130}-\u{1f189}]/u;

/** Small raised or lowered letters decorate texts of any script. */
const isRaised = (character: string): boolean => /[\p{Lm}ªº]/u.test(character) && character.normalize('NFKC') !== character;

/** The script of a character, as its index in `scriptNames`; -1 for one that is no letter of these scripts. */
function scriptOfCharacter(character: string): number {
  if (!letter.test(character) || isRaised(character)) return -1;
  return scriptNames.findIndex((name) => scriptLetters[name].test(character));
}

/** The script of the first letter of a text, as its index in `scriptNames`; -1 for a text without a letter of these scripts. */
export function scriptCodeOf(text: string): number {
  for (const character of text) {
    const code = scriptOfCharacter(character);
    if (code >= 0) return code;
  }
  return -1;
}

/** Beyond the last letter of these scripts. */
const END_OF_LETTERS = 0x33500;

const escapeCodePoint = (codePoint: number): string => `\\U${codePoint.toString(16).padStart(8, '0')}`;

let characterClasses: readonly string[] | null = null;

/** By script, its characters as a class of Postgres's regular expressions, which know no scripts. */
function findCharacterClasses(): readonly string[] {
  const classes = scriptNames.map(() => '');
  let [first, current] = [0, -1];
  for (let codePoint = 0; codePoint <= END_OF_LETTERS; codePoint++) {
    const code = scriptOfCharacter(String.fromCodePoint(codePoint));
    if (code === current) continue;
    if (current >= 0) classes[current] += `${escapeCodePoint(first)}-${escapeCodePoint(codePoint - 1)}`;
    [first, current] = [codePoint, code];
  }
  return classes;
}

/** A regular expression, in Postgres's syntax, for texts whose first letter is of one of these scripts. */
export function scriptPattern(names: readonly ScriptName[]): string {
  const classes = (characterClasses ??= findCharacterClasses());
  return `^[^${classes.join('')}]*[${scriptNames.flatMap((name, code) => (names.includes(name) ? [classes[code]] : [])).join('')}]`;
}

/** The texts that an entity's title is made of: the first known one. */
export const titleColumns = {
  board: ['name', 'description'],
  pinner: ['name', 'username'],
  pin: ['name', 'description'],
} as const satisfies { readonly [E in EntityType]: readonly ColumnName<E>[] };
