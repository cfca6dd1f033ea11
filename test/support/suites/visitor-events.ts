import type { VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Unavailable } from '#domain/errors';
import { visitorEvent } from '../fakes/visitor-events';
import type { FixedClock } from '../fixed-clock';

export interface OpenVisitorEventStore {
  readonly store: VisitorEventStore;
  readonly clock: FixedClock;
  /** The names of all stored events, in order. */
  readonly storedNames: () => Promise<readonly string[]>;
}

/** What every store of visitor events does. */
export function describeVisitorEventStore(open: () => Promise<OpenVisitorEventStore>): void {
  let opened: OpenVisitorEventStore;
  beforeEach(async () => (opened = await open()));

  it('stores all events of a batch in order', async () => {
    await opened.store.storeAll(['page_view', 'search', 'page_view'].map((name) => visitorEvent(name)));
    expect(await opened.storedNames()).toEqual(['page_view', 'search', 'page_view']);
  });

  it('does not store events of unknown visitors', async () => {
    await opened.store.storeAll([visitorEvent('page_view', null), visitorEvent('search'), visitorEvent('page_view', null)]);
    expect(await opened.storedNames()).toEqual(['search']);
  });

  it('stores none of a batch with an invalid event', async () => {
    await expect(opened.store.storeAll([visitorEvent('search'), visitorEvent('search', 'not an id')])).rejects.toThrow(/invalid/);
    expect(await opened.storedNames()).toEqual([]);
  });

  it('stores at most 200 distinct names per day, and further ones as "other"', async () => {
    const names = Array.from({ length: 202 }, (_, index) => `name_${index}`);
    await opened.store.storeAll(names.slice(0, 150).map((name) => visitorEvent(name)));
    await opened.store.storeAll(names.slice(150).map((name) => visitorEvent(name)));
    const stored = await opened.storedNames();
    expect(stored.filter((name) => name === 'other')).toHaveLength(2);
    opened.clock.time = new Date(opened.clock.time.getTime() + 86_400_000);
    await opened.store.storeAll([visitorEvent('name_of_the_next_day')]);
    expect((await opened.storedNames()).at(-1)).toBe('name_of_the_next_day');
  });
}

export interface OpenVisitorEvents {
  readonly events: VisitorEvents;
  readonly recordedNames: () => readonly string[];
  /** Makes recording fail from now on. */
  readonly breakStore: () => void;
}

/** What every recorder of visitor events does. */
export function describeVisitorEvents(open: () => OpenVisitorEvents): void {
  it('records events in order, each stored once its promise resolves', async () => {
    const { events, recordedNames } = open();
    await events.record(visitorEvent('page_view'));
    expect(recordedNames()).toEqual(['page_view']);
    await Promise.all([events.record(visitorEvent('search')), events.record(visitorEvent('visit_click'))]);
    expect(recordedNames()).toEqual(['page_view', 'search', 'visit_click']);
  });

  it('throws Unavailable for an event that was not stored', async () => {
    const { events, recordedNames, breakStore } = open();
    breakStore();
    await expect(events.record(visitorEvent('page_view'))).rejects.toThrow(Unavailable);
    expect(recordedNames()).toEqual([]);
  });
}
