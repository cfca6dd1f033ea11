import type { EntitySchemaColumnOptions } from 'typeorm';

/** The kinds of columns the tables are made of, so that a schema reads as a list of names. */
export const binaryTextKey: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
export const nullableBinaryText: EntitySchemaColumnOptions = { type: 'text', collation: 'C', nullable: true };
export const nullableText: EntitySchemaColumnOptions = { type: 'text', nullable: true };
export const requiredText: EntitySchemaColumnOptions = { type: 'text' };
export const textArray: EntitySchemaColumnOptions = { type: 'text', array: true, default: () => `'{}'` };
export const nullableInteger: EntitySchemaColumnOptions = { type: 'integer', nullable: true };
export const nullableDouble: EntitySchemaColumnOptions = { type: 'double precision', nullable: true };
export const nullableTimestamp: EntitySchemaColumnOptions = { type: 'timestamp with time zone', nullable: true };
export const requiredTimestamp: EntitySchemaColumnOptions = { type: 'timestamp with time zone' };
export const booleanDefaultTrue: EntitySchemaColumnOptions = { type: 'boolean', default: true };
export const integerArray: EntitySchemaColumnOptions = { type: 'integer', array: true };
export const integerArrayDefaultEmpty: EntitySchemaColumnOptions = { type: 'integer', array: true, default: () => `'{}'` };
export const nullableBigint: EntitySchemaColumnOptions = { type: 'bigint', nullable: true };
