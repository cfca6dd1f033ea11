/** Rows of a page of people. */
export const PEOPLE_PER_PAGE = 25;

/** A query with its values. */
interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const PERSON_COLUMNS = `
  u.id, u.email, u.role_id, u.is_confirmed, u.created_at,
  (select username from linked_accounts where user_id = u.id order by linked_at, _id limit 1) name,
  (select max(seen_at) from sessions where user_id = u.id) last_seen_at,
  (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions`;

/** Two prefix searches, each with an index of its own. */
const MATCHING_IDS = `
  select id from users where email like $1
  union select user_id from linked_accounts where lower(username) like $1`;

/** A pattern for texts that begin with this one. */
const prefixPattern = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export const countPeopleStatement = (query: string): Statement =>
  query === ''
    ? { text: 'select count(*)::int total from users', values: [] }
    : { text: `select count(*)::int total from (${MATCHING_IDS}) matching`, values: [prefixPattern(query)] };

/** The page's people, newest first. */
export function listPeopleStatement(query: string, page: number): Statement {
  const bounds = `order by u.created_at desc, u.id limit ${PEOPLE_PER_PAGE} offset ${(page - 1) * PEOPLE_PER_PAGE}`;
  if (query === '') return { text: `select ${PERSON_COLUMNS} from users u ${bounds}`, values: [] };
  return { text: `select ${PERSON_COLUMNS} from users u where u.id in (${MATCHING_IDS}) ${bounds}`, values: [prefixPattern(query)] };
}

export const findPersonStatement = (personId: string): Statement => ({
  text: `select ${PERSON_COLUMNS} from users u where u.id = $1`,
  values: [personId],
});
