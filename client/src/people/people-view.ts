import { paths } from '../site/paths';

/** What the screen of people shows, as its URL says. */
export interface PeopleView {
  readonly query: string;
  readonly page: number;
  /** The id of the person in the side panel. */
  readonly openId: string | null;
}

export function parsePeopleView(search: string): PeopleView {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  return { query: params.get('query') ?? '', page: Number.isSafeInteger(page) && page >= 1 ? page : 1, openId: params.get('person') };
}

export function peopleUrl({ query, page, openId }: PeopleView): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('query', query);
  if (page > 1) params.set('page', String(page));
  if (openId !== null) params.set('person', openId);
  return params.size === 0 ? paths.people : `${paths.people}?${params}`;
}
