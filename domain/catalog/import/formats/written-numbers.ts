/** The sign between the whole part and the fraction of a number. */
export type DecimalSign = '.' | ',';

const suffixExponents: Readonly<Record<string, number>> = {
  '': 0,
  k: 3,
  tsd: 3,
  mil: 3,
  tys: 3,
  m: 6,
  mio: 6,
  mln: 6,
  b: 9,
  mrd: 9,
};

const numberPattern = /^([<>]?)([+-]?)(\d[\d.,]*)([a-z]*)\+?$/;

/** The digits with a dot before the fraction; null if the groups of thousands are irregular. */
function plainDigits(digits: string, sign: DecimalSign): string | null {
  const groupSign = sign === '.' ? ',' : '.';
  const [whole = '', fraction, ...rest] = digits.split(sign);
  if (rest.length > 0 || fraction?.includes(groupSign)) return null;
  const isGrouped = whole.includes(groupSign);
  if (isGrouped && !whole.split(groupSign).every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))) return null;
  return `${whole.replaceAll(groupSign, '')}${fraction ? `.${fraction}` : ''}`;
}

/** Parses a number as people and tools write it: `1.2K`, `3M`, `12 k`, `1 234`, `5K+`, and `<1` as 0; null for other texts, such as `10 %`. */
export function parseWrittenNumber(text: string, decimalSign: DecimalSign = '.'): number | null {
  const compact = text
    .replace(/[\s\u00a0\u202f_']/g, '')
    .replace('−', '-')
    .toLowerCase();
  const [, comparison, minus, digits = '', suffix = ''] = numberPattern.exec(compact) ?? [];
  const exponent = suffixExponents[suffix];
  const plain = plainDigits(digits, decimalSign);
  if (!digits || exponent === undefined || plain === null) return null;
  if (comparison === '<') return 0;
  const magnitude = Number(`${plain}e${exponent}`);
  return minus === '-' ? -magnitude : magnitude;
}

/** What a number says about the decimal sign: the last of two different signs, or one that is not followed by a group of three digits. */
function signIn(text: string): DecimalSign | null {
  const [digits] = /\d[\d.,]*\d/.exec(text) ?? [];
  const last = digits && /[.,](?=\d+$)/.exec(digits);
  if (!last) return null;
  const other = last[0] === '.' ? ',' : '.';
  const parts = digits.split(last[0]);
  if (parts.length > 2) return other;
  if (digits.includes(other) || parts[1]?.length !== 3) return last[0] as DecimalSign;
  return null;
}

/** The decimal sign of a file, by what most of its numbers say; a dot where none says anything. */
export function decimalSignOf(texts: Iterable<string>): DecimalSign {
  let commas = 0;
  for (const text of texts) {
    if (!/^[<>]?[+-]?\d/.test(text.trim()) || /^\d{4}-|^\d+[./]\d+[./]\d{4}$/.test(text.trim())) continue;
    const sign = signIn(text);
    if (sign !== null) commas += sign === ',' ? 1 : -1;
  }
  return commas > 0 ? ',' : '.';
}
