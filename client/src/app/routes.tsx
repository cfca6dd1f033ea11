import type { ReactNode } from 'react';
import { HomeScreen } from '../catalog/home-screen';
import { ListScreen } from '../catalog/list-screen';
import { lazyScreen } from './lazy-screen';

const BoardScreen = lazyScreen(() => import('../catalog/board-screen').then(({ BoardScreen: Screen }) => Screen));
const PinnerScreen = lazyScreen(() => import('../catalog/pinner-screen').then(({ PinnerScreen: Screen }) => Screen));
const PinScreen = lazyScreen(() => import('../catalog/pin-screen').then(({ PinScreen: Screen }) => Screen));
const MomentumScreen = lazyScreen(() => import('../pages/momentum-screen').then(({ MomentumScreen: Screen }) => Screen));
const PrivacyScreen = lazyScreen(() => import('../pages/privacy-screen').then(({ PrivacyScreen: Screen }) => Screen));

interface ScreenRoute {
  readonly path: string;
  readonly screen: ReactNode;
}

interface RedirectRoute {
  readonly path: string;
  readonly to: string;
}

/** Every address and what it shows; an address that is not here leads home. */
export const routes: readonly (ScreenRoute | RedirectRoute)[] = [
  { path: '/', screen: <HomeScreen /> },
  { path: '/pins', screen: <ListScreen key="pins" variant="pins" title="Find Popular Pins" /> },
  { path: '/boards', screen: <ListScreen key="boards" variant="boards" title="Group Board Finder" /> },
  { path: '/pinners', screen: <ListScreen key="pinners" variant="pinners" title="Find Influencers" /> },
  { path: '/influencers', to: '/pinners' },
  { path: '/pin/:id', screen: <PinScreen /> },
  { path: '/board/:id', screen: <BoardScreen /> },
  { path: '/pinner/:id', screen: <PinnerScreen /> },
  { path: '/momentum', screen: <MomentumScreen /> },
  { path: '/privacy-policy', screen: <PrivacyScreen /> },
];
