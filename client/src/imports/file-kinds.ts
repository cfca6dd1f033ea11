import type { FileKind } from '#domain/catalog/intake/contract';
import type { z } from 'zod';

export type Kind = z.output<typeof FileKind>;

/** What a file may have, as it is named on screen. */
export const kinds: readonly { readonly name: string; readonly value: Kind }[] = [
  { name: 'Boards', value: 'boards' },
  { name: 'Influencers', value: 'pinners' },
  { name: 'Pins', value: 'pins' },
  { name: 'Readings (series)', value: 'series' },
  { name: 'Search interest of keywords', value: 'interest' },
];

/** The name of what a file has. */
export const kindName = (kind: Kind | null): string | undefined => kinds.find(({ value }) => value === kind)?.name;
