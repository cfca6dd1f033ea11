import { type ElementType, lazy } from 'react';

/** Modules with a component of any props by this name. */
export type ModuleWith<K extends string> = Readonly<Record<K, Exclude<ElementType, string>>>;

/** A component of a module, in a chunk of its own (see `loadChunk`), by the name of its export. */
export const inOwnChunk = <K extends string, M extends ModuleWith<K>>(importModule: () => Promise<M>, name: K) =>
  lazy(async () => ({ default: (await importModule())[name] }));
