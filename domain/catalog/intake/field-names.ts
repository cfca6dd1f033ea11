import { metricNames } from '#domain/catalog/metrics';

/** The names on screen of the fields that a file fills and of the other uses of its columns, in the order in which a preview shows them. */
export const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  keyword: 'Keyword',
  username: 'Username',
  _id: 'ID',
  follower_count: metricNames.follower_count,
  saves: metricNames.saves,
  repin_count: metricNames.repin_count,
  pin_count: metricNames.pin_count,
  collaborator_count: metricNames.collaborator_count,
  profile_views: metricNames.profile_views,
  profile_reach: 'Reach',
  volume: 'Search volume',
  points: 'Readings',
  region: 'Region',
  date: 'Day',
  value: 'Value of the day',
  measured_at: 'Day of the volume',
  metric: 'Metric',
  entity: 'Kind of the ID',
  board_name: 'Board',
  board_id: 'ID of the board',
  board_url: 'Address of the board',
  pinner_username: 'Owner',
  owner_username: 'Owner',
  owner_name: 'Name of the owner',
  pinner_id: 'ID of the owner',
  owner_id: 'ID of the owner',
  owner_url: 'Address of the owner',
  url: 'Address on Pinterest',
  link: 'Destination',
  website_url: 'Website',
  domain: 'Domain',
  domain_url: 'Domain of the website',
  image_url: 'Picture',
  description: 'Description',
  topics: 'Topics',
  queries: 'Searches that found it',
  created_at: 'Created on',
  board_order_modified_at: 'Pins last changed on',
  last_crawled_at: 'Day of the numbers',
  searchable: 'Can be found',
  deleted: 'Is deleted',
  source: 'Source',
  notes: 'Notes',
  note: 'Kept as a note',
  day: 'The value of its day',
  curve: 'The values of its keyword',
  ignored: 'Ignored',
};

const fieldOrder = new Map(Object.keys(fieldNames).map((name, index) => [name, index]));

/** Compares two fields by their place in a preview. */
export const byFieldOrder = (one: string, other: string): number =>
  (fieldOrder.get(one) ?? fieldOrder.size) - (fieldOrder.get(other) ?? fieldOrder.size);
