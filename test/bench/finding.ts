import type { Figures } from './figures.js';
