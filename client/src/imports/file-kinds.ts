import type { FileKind } from '#domain/catalog/import/import-row';

/** What a file may have, as it is named on screen. */
export const fileKindOptions: readonly { readonly name: string; readonly value: FileKind }[] = [
  { name: 'Boards', value: 'boards' },
  { name: 'Influencers', value: 'pinners' },
  { name: 'Pins', value: 'pins' },
  { name: 'Readings (series)', value: 'series' },
  { name: 'Search interest of keywords', value: 'interest' },
];

/** The name of what a file has. */
export const fileKindName = (kind: FileKind | null): string | undefined => fileKindOptions.find(({ value }) => value === kind)?.name;
