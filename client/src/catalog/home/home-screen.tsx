import { classes } from '../../ui/classes';
import { type ComponentType, type ReactNode, Suspense, useCallback, useState } from 'react';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { homeLists } from '#domain/catalog/home-lists';
import { pictureOf } from '#domain/catalog/picture';
import { wholeNumber } from '#domain/numbers';
import { HOME_LEAD } from '#domain/site/page-metadata';
import { useCatalogStats } from '../../api/catalog-stats';
import { findResponse } from '../../api/resource';
import { useSettings } from '../../api/settings';
import { paths } from '../../site/paths';
import { useStored } from '../../site/storage';
import { usePictureHosts, usePicturePreconnect } from '../../site/pictures';
import { Card } from '../../ui/card';
import { NewsNotice } from '../../ui/feedback/notice';
import { Button, ButtonLink } from '../../ui/form/button';
import { Form } from '../../ui/form/form';
import { formatDate } from '../../ui/format';
import { Link } from 'wouter';
import { Screen } from '../../ui/navigation/screen';
import { homeListUrl, RankedList, type Ranking } from './ranked-list';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './home-screen.module.css';

// Below the lists, so that the first load does without it.
const HowItWorks = inOwnChunk(() => import('./how-it-works'), 'HowItWorks');

// A chunk of its own, so that the lists do not wait for it.
const PopularPins = inOwnChunk(() => import('./popular-pins'), 'PopularPins');

const NEWS_HIDDEN_KEY = 'news-hidden';

interface AnswersProps {
  readonly text: string;
  readonly sentText: string | null;
}

interface HomeScreenProps {
  /** What is known of the keywords that are typed. */
  readonly Answers: ComponentType<AnswersProps>;
  /** The Premium offer beside the headline. */
  readonly offer: ReactNode;
  /** The Premium offer at the end. */
  readonly shortOffer: ReactNode;
}

/** The home page: introduction, offers, and four ranked lists that load one after another. */
export function HomeScreen({ Answers, offer, shortOffer }: HomeScreenProps) {
  const [settled, setSettled] = useState(() => homeLists.map((list) => findResponse(homeListUrl(list)) !== undefined));
  usePicturePreconnect();
  const [rankings, setRankings] = useState(() => homeLists.map((): Ranking => 'momentum'));
  const onSettled = useCallback((index: number, ranking: Ranking) => {
    setSettled((before) => before.with(index, true));
    setRankings((before) => before.with(index, ranking));
  }, []);
  return (
    <Screen isReady={settled.every(Boolean)} className={classes('stack gap-6', styles.home)} aboveHeading={<News />}>
      <div className={classes('stack at-top gap-4', styles.intro)}>
        <p className="lead">{HOME_LEAD}</p>
        <p>
          <ButtonLink href={paths.boards} kind="primary">
            Find group boards
          </ButtonLink>
        </p>
        <KeywordField Answers={Answers} />
        <CatalogLine isEnabled={settled.every(Boolean)} />
      </div>
      <div className={classes('hide-empty', styles.offer)}>{offer}</div>
      <Wall />
      <div id="sample" className={classes('stack items-start gap-4', styles.lists)}>
        {homeLists.map((list, index) => (
          <RankedList
            key={list.keyword}
            list={list}
            index={index}
            isEnabled={settled.slice(0, index).every(Boolean)}
            onSettled={onSettled}
          />
        ))}
      </div>
      <p className="muted text-lg">
        {rankings.includes('momentum') ? (
          <>
            Ranked by momentum: how fast followers are growing right now. <Link href={paths.momentum}>How we score it</Link>
          </>
        ) : rankings.includes('followers') ? (
          'Ranked by followers. Momentum appears after a second import.'
        ) : (
          'Not ranked: no followers were counted yet.'
        )}
      </p>
      <Suspense fallback={null}>
        <HowItWorks />
      </Suspense>
      <Testimonial />
      {shortOffer}
    </Screen>
  );
}

/** The news, until they are hidden in this browser. */
function News() {
  const [hidden, hide] = useStored(NEWS_HIDDEN_KEY);
  if (hidden !== null) return null;
  return (
    <NewsNotice aria-label="News" onHide={() => hide('yes')}>
      <strong>We're Back!</strong> Group boards are back, and more is on the way.
    </NewsNotice>
  );
}

/** The field for keywords. Its answers are loaded with the first letter, so that the first load does without them. */
function KeywordField({ Answers }: Pick<HomeScreenProps, 'Answers'>) {
  const [typed, setTyped] = useState('');
  const [sentText, setSentText] = useState<string | null>(null);
  return (
    <Form className={classes('row items-stretch relative gap-2', styles.search)} onSubmit={() => setSentText(typed)}>
      <input
        className="shrink tap rounded ink"
        type="search"
        aria-label="Look up a keyword"
        placeholder="Look up a keyword"
        maxLength={MAX_KEYWORD_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">Look up</Button>
      <Suspense fallback={null}>{typed.trim() && <Answers text={typed} sentText={sentText} />}</Suspense>
    </Form>
  );
}

/** The size of the catalog and when it last changed. It loads after the lists, and its line is reserved until then. */
function CatalogLine({ isEnabled }: { readonly isEnabled: boolean }) {
  const { data: loaded } = useCatalogStats(isEnabled);
  const tracked = loaded ? loaded.boards + loaded.pinners + loaded.pins : 0;
  return (
    <p className={classes('muted number', styles.catalog)} data-testid="catalog-line">
      {tracked > 0 && `${wholeNumber(tracked)} boards, influencers, and pins`}
      {tracked > 0 && loaded?.as_of && ` · updated ${formatDate(loaded.as_of)}`}
    </p>
  );
}

/** The popular pins whose pictures are shown, in a reserved box. What the first render decides stays, so that nothing shifts. */
function Wall() {
  const { data: loaded } = useCatalogStats();
  const hosts = usePictureHosts();
  const pins = loaded?.popular_pins.filter(({ image_url: image }) => pictureOf(image, hosts) !== null);
  const [isReserved] = useState(pins === undefined || pins.length > 0);
  if (!isReserved) return null;
  return (
    <div className={styles.wall} data-testid="wall">
      <Suspense fallback={null}>{pins !== undefined && pins.length > 0 && <PopularPins pins={pins} />}</Suspense>
    </div>
  );
}

/** A quote of a customer; hidden if the operator has not set one. */
function Testimonial() {
  const { testimonial } = useSettings();
  if (!testimonial) return null;
  return (
    <Card>
      <figure className="stack gap-2">
        <blockquote className="text-xl">{testimonial.text}</blockquote>
        <figcaption className="muted">{testimonial.author}</figcaption>
      </figure>
    </Card>
  );
}
