import { Catalogue1790000000000 } from '#migrations/1790000000000-catalogue';

/** Every migration, oldest first. */
export const migrations = [Catalogue1790000000000];
