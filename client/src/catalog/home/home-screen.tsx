import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { homeLists } from '#domain/catalog/home-lists';
import { paths } from '../../site/paths';
import { settings } from '../../api/settings';
import { PremiumBox, PremiumLine } from '../../subscriptions/premium-offers';
import { Icon } from '../../ui/icon';
import { Screen } from '../../ui/navigation/screen';
import { homeState, cancelHomeLoad, loadHome } from './home-state';
import { RankedList } from './ranked-list';

/** The home page: what this is, and a live sample of what it finds. */
export function HomeScreen() {
  const isReady = useSnapshot(homeState).lists.every(({ status }) => status === 'loaded' || status === 'failed');
  useEffect(() => {
    void loadHome();
    return cancelHomeLoad;
  }, []);
  return (
    <Screen heading="Your Key to Unlocking Pinterest Potential" isReady={isReady} className="home" aboveHeading={<BackNotice />}>
      <div className="home__intro">
        <p className="lead">
          See what grows on Pinterest. Find group boards that are still alive, pins that work and people worth following, each with real
          numbers.
        </p>
        <p>
          <Link href={paths.boards} className="button button--primary">
            Find group boards
          </Link>
        </p>
      </div>
      <PremiumBox />
      <div id="sample" className="home__lists">
        {homeLists.map((list, index) => (
          <RankedList key={list.keyword} list={list} index={index} />
        ))}
      </div>
      <p className="home__how">
        The order is by momentum: how fast the followers grow now. <Link href={paths.momentum}>How this score is made</Link>
      </p>
      <Testimonial />
      <PremiumLine />
    </Screen>
  );
}

function BackNotice() {
  return (
    <aside className="notice notice--info" aria-label="News">
      <Icon name="info" size={20} />
      <p>
        <strong>We're Back!</strong> Group boards are here again. New features arrive step by step.
      </p>
    </aside>
  );
}

/** A customer's words; hidden where the operator has set none. */
function Testimonial() {
  const { testimonial } = useSnapshot(settings).site;
  if (!testimonial) return null;
  return (
    <figure className="card testimonial">
      <blockquote>{testimonial.text}</blockquote>
      <figcaption>{testimonial.author}</figcaption>
    </figure>
  );
}
