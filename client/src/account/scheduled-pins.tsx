import { Badge } from '../ui/badge';
import { Card } from '../ui/card';

/** The figure that the specification shows until there is a scheduler. */
const SAMPLE_SCHEDULED_PINS = 5;

/** A sample of the scheduler's figure. */
export const ScheduledPins = () => (
  <Card aria-labelledby="scheduled-pins">
    <h2 id="scheduled-pins">
      Scheduled Pins <Badge isPlain>sample</Badge>
    </h2>
    <p>
      <strong className="large">{SAMPLE_SCHEDULED_PINS}</strong>
    </p>
    <p className="caption">Sample figure. The scheduler is coming.</p>
  </Card>
);
