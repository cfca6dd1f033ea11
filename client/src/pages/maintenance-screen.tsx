import { useSnapshot } from 'valtio';
import { settings } from '../settings';
import { Screen } from '../ui/screen';

/** `/maintenance`: what is happening and what comes next. Asks the server for nothing. */
export function MaintenanceScreen() {
  const { brand, support_email: support } = useSnapshot(settings).site;
  return (
    <Screen title="Maintenance" heading={`${brand} is being rebuilt`} className="reading">
      <p className="lead">We are rebuilding {brand} because of new privacy rules from Pinterest.</p>
      <h2>What comes next</h2>
      <ul>
        <li>A pin scheduler</li>
        <li>A pin designer</li>
        <li>An AI-assisted pin generator from any website</li>
      </ul>
      {support !== '' && (
        <p>
          Questions? Write to <a href={`mailto:${support}`}>{support}</a>.
        </p>
      )}
    </Screen>
  );
}
