import { HomeScreen } from '../catalog/home/home-screen';
import { PremiumBox, PremiumLine } from '../subscriptions/home-offers';
import { inOwnChunk } from '../ui/own-chunk';

const KeywordAnswers = inOwnChunk(() => import('../keywords/keyword-answers'), 'KeywordAnswers');

/** `/`, with its offers of Premium, and the answers to a keyword. */
export const HomeRoute = () => <HomeScreen Answers={KeywordAnswers} offer={<PremiumBox />} shortOffer={<PremiumLine />} />;
