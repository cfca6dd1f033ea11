/** Keys for a test run. */
export const testKeys = {
  SECRET_KEY: 'a key for tests, long enough to be taken',
  TOKEN_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
};
