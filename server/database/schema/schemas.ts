import type { EntitySchema } from 'typeorm';

/** Every table that TypeORM knows; the drift test compares them with what the migrations made. */
export const schemas: EntitySchema[] = [];
