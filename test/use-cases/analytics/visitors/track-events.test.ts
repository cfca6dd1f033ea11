import { Unavailable } from '#domain/errors';
import { TrackEvents } from '#server/analytics/visitors/track-events';
import { FakeVisitorEvents } from '../../../support/fakes/visitor-events';

const reporter = { visitor: 'v', user_id: null, host: 'corklight.test' };
const report = {
  name: 'page_view',
  _metadata: { path: '/auth/password/reset/secret?from=mail', referrer: 'https://corklight.test/boards', size: 'large' },
};

describe('tracking events', () => {
  it('records a reported event without secrets in its path', async () => {
    const visitorEvents = new FakeVisitorEvents();
    await new TrackEvents(visitorEvents).report(report, reporter);
    expect(visitorEvents.recorded).toEqual([
      { name: 'page_view', visitor: 'v', user_id: null, path: '/auth/password/reset', referrer: '', metadata: { size: 'large' } },
    ]);
  });

  it('fails when the event was not stored', async () => {
    const visitorEvents = new FakeVisitorEvents();
    visitorEvents.isAvailable = false;
    await expect(new TrackEvents(visitorEvents).report(report, reporter)).rejects.toThrow(Unavailable);
  });
});
