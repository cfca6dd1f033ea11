import { Injectable } from '@nestjs/common';
import type { KeywordInterest } from '#domain/keywords/contract';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { keywordKey } from '#domain/keywords/keyword-texts';
import { dayLabel } from '#domain/days';

/** Returns the imported search interest of a keyword, in any spelling. */
@Injectable()
export class ViewInterest {
  constructor(private readonly interest: SearchInterest) {}

  async view(keyword: string): Promise<KeywordInterest> {
    const { region, points, sources } = await this.interest.find(keywordKey(keyword));
    return {
      region,
      points: points.map(({ day, value }) => ({ date: dayLabel(day), value })),
      sources: sources.map(({ name, importedAt }) => ({ name, imported_at: importedAt.toISOString() })),
    };
  }
}
