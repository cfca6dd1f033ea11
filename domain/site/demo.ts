/** The `source` of every demo row, by which it is recognized and deleted. */
export const DEMO_SOURCE = 'demo';

/** The page that says how to replace the demo with your own data; there while the demo is. */
export const OWN_DATA_PATH = '/demo/own-data';
