import { reader } from '#domain/site/reader';

/** The reader's decimal sign and the sign between groups of digits. */
function numberSigns(): { readonly decimal: string; readonly group: string } {
  const parts = new Intl.NumberFormat(reader.formats.locale, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const signOf = (wanted: 'decimal' | 'group') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { decimal: signOf('decimal'), group: signOf('group') };
}

/** What a user typed as a number, such as `1.000,5%` in German, as the address has it: `1000.5`. Other text stays as it is. */
export function plainNumber(typed: string): string {
  const { decimal, group } = numberSigns();
  // Only before whole groups, so that a decimal point means one in every locale.
  const groups = new RegExp(`[${group}](?=(\\d\\d[${group}])*\\d{3}(?!\\d))`, 'g');
  return typed
    .replace(/[\s%'’]/g, '')
    .replace(groups, '')
    .replace(decimal, '.');
}

/** A number of the address as the reader types it. */
export const typedNumber = (plain: string): string => plain.replace('.', numberSigns().decimal);
