import { HomeScreen } from '../catalog/home/home-screen';
import { PremiumBox, PremiumLine } from '../subscriptions/home-offers';
import { lazyScreen } from './lazy-screen';

const KeywordAnswers = lazyScreen(() => import('../keywords/keyword-answers'), 'KeywordAnswers');

/** `/`, with its offers of Premium, and the answers to a keyword. */
export const HomeRoute = () => <HomeScreen Answers={KeywordAnswers} offer={<PremiumBox />} shortOffer={<PremiumLine />} />;
