import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { InvalidInput } from '#domain/errors';

/** Parses request input with a schema. Each error begins with the name of its field: `page must be a whole number from 1`. */
export class Parse<S extends z.ZodType> implements PipeTransform<unknown, z.output<S>> {
  constructor(
    private readonly schema: S,
    private readonly field = '',
  ) {}

  transform(value: unknown): z.output<S> {
    const result = this.schema.safeParse(value);
    if (result.success) return result.data;
    throw new InvalidInput(result.error.issues.map(({ path, message }) => `${path.join('.') || this.field} ${message}`.trim()));
  }
}
