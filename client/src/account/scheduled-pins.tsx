/** The figure that the specification shows until there is a scheduler. */
const SAMPLE_SCHEDULED_PINS = 5;

/** A sample of the scheduler's figure. */
export const ScheduledPins = () => (
  <section className="card" aria-labelledby="scheduled-pins">
    <h2 id="scheduled-pins">
      Scheduled Pins <span className="badge badge--plain">sample</span>
    </h2>
    <p className="dashboard__figure">{SAMPLE_SCHEDULED_PINS}</p>
    <p className="caption">Sample figure. The scheduler is coming.</p>
  </section>
);
