import type { EntitySchemaColumnOptions } from 'typeorm';

/** The kinds of columns the tables are made of, so that a schema reads as a list of names. */
export const id: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
export const reference: EntitySchemaColumnOptions = { type: 'text', collation: 'C', nullable: true };
export const text: EntitySchemaColumnOptions = { type: 'text', nullable: true };
export const required: EntitySchemaColumnOptions = { type: 'text' };
export const words: EntitySchemaColumnOptions = { type: 'text', array: true, default: () => `'{}'` };
export const count: EntitySchemaColumnOptions = { type: 'integer', nullable: true };
export const percent: EntitySchemaColumnOptions = { type: 'double precision', nullable: true };
export const instant: EntitySchemaColumnOptions = { type: 'timestamp with time zone', nullable: true };
export const known: EntitySchemaColumnOptions = { type: 'timestamp with time zone' };
export const yes: EntitySchemaColumnOptions = { type: 'boolean', default: true };
export const counts: EntitySchemaColumnOptions = { type: 'integer', array: true };
export const places: EntitySchemaColumnOptions = { type: 'integer', array: true, default: () => `'{}'` };
export const digest: EntitySchemaColumnOptions = { type: 'bigint', nullable: true };
