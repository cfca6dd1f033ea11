/** The aliases of each field in exports and scrapers that we know, best first; a dot denotes a nested object. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

const crawledAtAliases = [
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
const createdAtAliases = [
  'created_at',
  'created',
  'date_posted',
  'creation_date',
  'date_created',
  'published_at',
  'joined_at',
  'created_time',
];
const imageAliases = [
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
const topicAliases = ['topics', 'tags', 'tag_list', 'hashtags', 'categories', 'category', 'interests', 'keywords'];
const ownerContainers = ['pinner', 'owner', 'user', 'creator', 'native_creator', 'board_owner', 'author', 'poster'];
const withinOwner = (...names: string[]): string[] => ownerContainers.flatMap((owner) => names.map((name) => `${owner}.${name}`));

const provenanceAliases: Aliases = {
  last_crawled_at: crawledAtAliases,
  created_at: createdAtAliases,
  notes: ['notes'],
  searchable: ['searchable', 'is_searchable'],
  deleted: ['deleted', 'is_deleted', 'removed'],
};

/** The creator of a board or a pin. */
const ownerAliases: Aliases = {
  owner_id: ['pinner_id', 'owner_id', 'user_id', 'creator_id', ...withinOwner('_id', 'id', 'profile_id', 'user_id')],
  owner_username: [
    'pinner_username',
    'username',
    'owner_username',
    'user_name',
    'poster_name',
    ...withinOwner('username', 'user_name'),
    ...ownerContainers,
  ],
  owner_name: ['pinner_name', 'owner_name', 'user_full_name', ...withinOwner('name', 'full_name', 'display_name')],
  owner_url: ['pinner_url', 'owner_url', 'user_url', 'profile_url', 'poster_url', ...withinOwner('url', 'profile_url')],
};

export const fieldAliases = {
  board: {
    _id: ['_id', 'board_id', 'id', 'unique_id'],
    url: ['url', 'board_url', 'link', 'board_link', 'saved_collection_url', 'canonical_url'],
    name: ['name', 'board_name', 'title', 'board_title'],
    description: ['description', 'board_description', 'about'],
    image_url: [...imageAliases, 'board_image', 'image_cover_hd_url'],
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
    topics: topicAliases,
    ...ownerAliases,
    ...provenanceAliases,
  },
  pinner: {
    _id: ['_id', 'profile_id', 'pinner_id', 'user_id', 'id', 'unique_id'],
    url: ['url', 'profile_url', 'pinner_url', 'user_url', 'profile_link', 'canonical_url'],
    username: ['username', 'user_name', 'pinner_username', 'handle', 'nickname'],
    name: ['name', 'full_name', 'display_name', 'business_name', 'profile_name', 'pinner_name', 'title'],
    description: ['description', 'about', 'bio', 'biography'],
    image_url: [...imageAliases, 'profile_image', 'profile_picture', 'avatar', 'avatar_url', 'image_medium_url', 'image_xlarge_url'],
    domain_url: ['domain_url', 'domain', 'external_domain'],
    website_url: ['website_url', 'website', 'external_url'],
    profile_reach: ['profile_reach'],
    follower_count: ['follower_count', 'followers', 'followers_count', 'pinner_followers', 'num_followers', 'counts.followers'],
    profile_views: ['profile_views', 'monthly_views', 'monthly_viewers', 'profile_view'],
    topics: topicAliases,
    ...provenanceAliases,
  },
  pin: {
    _id: ['_id', 'pin_id', 'post_id', 'id', 'unique_id'],
    url: ['url', 'pin_url', 'post_url', 'canonical_url'],
    name: ['name', 'title', 'pin_name', 'pin_title', 'grid_title'],
    description: ['description', 'content', 'pin_description', 'note', 'closeup_description'],
    image_url: [
      ...imageAliases,
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
    topics: topicAliases,
    board_id: ['board_id', 'board._id', 'board.id'],
    board_name: ['board_name', 'board_title', 'board.name', 'board.title'],
    board_url: ['board_url', 'board.url'],
    ...ownerAliases,
    ...provenanceAliases,
  },
  series: {
    _id: ['_id', 'id', 'entity_id', 'unique_id'],
    metric: ['metric'],
    entity: ['entity', 'entity_type', 'as'],
    points: ['points', 'series', 'values', 'data'],
    name: ['name', 'title'],
    url: ['url'],
  },
  interest: {
    keyword: ['keyword', 'trend', 'term', 'search_term', 'query', 'name', 'id'],
    points: ['points', 'series', 'values', 'data', 'time_series'],
    date: ['date', 'day', 'week', 'time'],
    value: ['value', 'interest', 'count', 'y'],
    source: ['source'],
    metric: ['metric'],
    region: ['region'],
    volume: ['volume', 'search_volume', 'searches', 'internal_search_count'],
    measured_at: ['measured_at'],
    notes: ['notes'],
  },
} as const satisfies Record<string, Aliases>;
