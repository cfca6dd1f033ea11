import { isNothing } from '#domain/catalog/intake-text';

/** A record of a source: anything that stood at a line. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** By field of ours, the names it goes by in exports and scrapers we know, best first; a dot goes into an object. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const crawled = [
  'last_crawled_at',
  'last_updated',
  'last_updated_at',
  'crawled_at',
  'scraped_at',
  'crawl_time',
  'fetched_at',
  'collected_at',
  'timestamp',
];
const created = ['created_at', 'created', 'date_posted', 'creation_date', 'date_created', 'published_at', 'joined_at', 'created_time'];
const image = [
  'image_url',
  'image',
  'img',
  'img_url',
  'image_src',
  'image_cover_url',
  'cover_image',
  'cover_url',
  'thumbnail',
  'thumbnail_url',
  'media.image_cover_url',
];
const topics = ['topics', 'tags', 'tag_list', 'hashtags', 'categories', 'category', 'interests', 'keywords'];
const owners = ['pinner', 'owner', 'user', 'creator', 'native_creator', 'board_owner', 'author', 'poster'];
const inOwner = (...names: string[]): string[] => owners.flatMap((owner) => names.map((name) => `${owner}.${name}`));

const provenance: Aliases = {
  last_crawled_at: crawled,
  created_at: created,
  searchable: ['searchable', 'is_searchable'],
  deleted: ['deleted', 'is_deleted', 'removed'],
};

/** Who made a board or a pin. */
const owner: Aliases = {
  owner_id: ['pinner_id', 'owner_id', 'user_id', 'creator_id', ...inOwner('_id', 'id', 'profile_id', 'user_id')],
  owner_username: [
    'pinner_username',
    'username',
    'owner_username',
    'user_name',
    'poster_name',
    ...inOwner('username', 'user_name'),
    ...owners,
  ],
  owner_name: ['pinner_name', 'owner_name', 'user_full_name', ...inOwner('name', 'full_name', 'display_name')],
  owner_url: ['pinner_url', 'owner_url', 'user_url', 'profile_url', 'poster_url', ...inOwner('url', 'profile_url')],
};

export const aliases = {
  board: {
    _id: ['_id', 'board_id', 'id', 'unique_id'],
    url: ['url', 'board_url', 'link', 'board_link', 'saved_collection_url', 'canonical_url'],
    name: ['name', 'board_name', 'title', 'board_title'],
    description: ['description', 'board_description', 'about'],
    image_url: [...image, 'board_image', 'image_cover_hd_url'],
    follower_count: [
      'follower_count',
      'followers',
      'followers_count',
      'board_followers',
      'board_follower_count',
      'num_followers',
      'counts.followers',
    ],
    collaborator_count: [
      'collaborator_count',
      'collaborators',
      'collaborators_count',
      'board_collaborators',
      'num_collaborators',
      'counts.collaborators',
    ],
    pin_count: ['pin_count', 'pins', 'pins_count', 'pins_num', 'board_pins', 'board_pin_count', 'num_pins', 'counts.pins'],
    board_order_modified_at: ['board_order_modified_at', 'board_pins_modified_at', 'last_modified', 'modified_at', 'updated_at'],
    topics,
    ...owner,
    ...provenance,
  },
  pinner: {
    _id: ['_id', 'profile_id', 'pinner_id', 'user_id', 'id', 'unique_id'],
    url: ['url', 'profile_url', 'pinner_url', 'user_url', 'profile_link', 'canonical_url'],
    username: ['username', 'user_name', 'pinner_username', 'handle', 'nickname'],
    name: ['name', 'full_name', 'display_name', 'business_name', 'profile_name', 'pinner_name', 'title'],
    description: ['description', 'about', 'bio', 'biography'],
    image_url: [...image, 'profile_image', 'profile_picture', 'avatar', 'avatar_url', 'image_medium_url', 'image_xlarge_url'],
    domain_url: ['domain_url', 'domain', 'external_domain'],
    website_url: ['website_url', 'website', 'external_url'],
    profile_reach: ['profile_reach'],
    follower_count: ['follower_count', 'followers', 'followers_count', 'pinner_followers', 'num_followers', 'counts.followers'],
    profile_views: ['profile_views', 'monthly_views', 'monthly_viewers', 'profile_view'],
    topics,
    ...provenance,
  },
  pin: {
    _id: ['_id', 'pin_id', 'post_id', 'id', 'unique_id'],
    url: ['url', 'pin_url', 'post_url', 'canonical_url'],
    name: ['name', 'title', 'pin_name', 'pin_title', 'grid_title'],
    description: ['description', 'content', 'pin_description', 'note', 'closeup_description'],
    image_url: [
      ...image,
      'image_video_url',
      'images.orig.url',
      'images.original.url',
      'image.original.url',
      'image.url',
      'media.images.originals.url',
    ],
    link: ['link', 'external_link', 'outbound_link', 'destination_url', 'source_url'],
    domain: ['domain', 'source_domain'],
    saves: ['saves', 'save_count', 'saves_count', 'num_saves', 'counts.saves', 'aggregated_pin_data.aggregated_stats.saves'],
    repin_count: ['repin_count', 'repins', 'repin', 'repins_count', 'num_repins', 'counts.repins'],
    queries: ['queries', 'query', 'search_query', 'search_term', 'search_keyword', 'keyword', 'discovery_input.keyword'],
    topics,
    board_id: ['board_id', 'board._id', 'board.id'],
    board_name: ['board_name', 'board_title', 'board.name', 'board.title'],
    board_url: ['board_url', 'board.url'],
    ...owner,
    ...provenance,
  },
  series: {
    _id: ['_id', 'id', 'entity_id', 'unique_id'],
    metric: ['metric'],
    entity: ['entity', 'entity_type', 'as'],
    points: ['points', 'series', 'values', 'data'],
    name: ['name', 'title'],
    url: ['url'],
  },
} as const satisfies Record<string, Aliases>;

const known = new Map<string, string>();

/** A name as it is compared: `Follower Count`, `followerCount` and `follower-count` are `follower_count`. */
function plainName(key: string): string {
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const plain = key
    .trim()
    .replace(/^\ufeff/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
  // Names of fields repeat; a source of ever new names must not fill the memory.
  if (known.size < 5_000) known.set(key, plain);
  return plain;
}

const isObject = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (record: RawRecord): Fields => new Map(Object.keys(record).map((key) => [plainName(key), record[key]]));

function at(fields: Fields, path: string): unknown {
  if (fields.has(path) || !path.includes('.')) return fields.get(path);
  const [first = '', ...rest] = path.split('.');
  const inner = fields.get(first);
  return isObject(inner) ? at(fieldsOf(inner), rest.join('.')) : undefined;
}

/** Reads fields of a record by our names. */
export type FieldReader<A extends Aliases> = {
  /** The first of the field's names under which there is a value; undefined where there is none. */
  one(field: keyof A & string): unknown;
  /** All values under any of the field's names. */
  all(field: keyof A & string): unknown[];
};

/** How to read a record of a kind, whatever its source calls the fields. */
export function fieldReader<A extends Aliases>(names: A, record: RawRecord): FieldReader<A> {
  const fields = fieldsOf(record);
  const all = (field: keyof A & string) => (names[field] ?? []).map((name) => at(fields, name)).filter((value) => !isNothing(value));
  return { one: (field) => all(field)[0], all };
}
