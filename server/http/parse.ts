import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { InvalidInput } from '#domain/errors';

/** Parses what comes in with a contract's schema; each fault names its field: `page must be a whole number from 1`. */
export class Parse<S extends z.ZodType> implements PipeTransform<unknown, z.infer<S>> {
  constructor(
    private readonly schema: S,
    private readonly field = '',
  ) {}

  transform(value: unknown): z.infer<S> {
    const parsed = this.schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidInput(parsed.error.issues.map((issue) => `${issue.path.join('.') || this.field} ${issue.message}`.trim()));
  }
}
