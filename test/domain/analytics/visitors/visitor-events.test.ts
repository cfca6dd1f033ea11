import { toVisitorEvent } from '#domain/analytics/visitors/visitor-events';

it('a reported event has a path and a referrer if given, and its other metadata', () => {
  const reporter = { visitor: 'v', user_id: 'u', host: 'pins.example' };
  expect(toVisitorEvent({ name: 'search' }, reporter)).toEqual({
    name: 'search',
    visitor: 'v',
    user_id: 'u',
    path: null,
    referrer: null,
    metadata: null,
  });
  expect(toVisitorEvent({ name: 'search', _metadata: { path: '/', referrer: '', query: 'oak' } }, reporter)).toMatchObject({
    path: '/',
    referrer: '',
    metadata: { query: 'oak' },
  });
});
