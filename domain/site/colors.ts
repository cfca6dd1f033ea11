/** A color in the light theme and in the dark one. */
type ColorPair = readonly [light: string, dark: string];

/** Every color of the product, by its role: of the app, of the server's pages, and of emails. */
export const colors = {
  bg: ['#fbfaf8', '#14120f'],
  surface: ['#ffffff', '#1d1a16'],
  raised: ['#f3f0ea', '#27231e'],
  border: ['#e3ded5', '#3a352e'],
  control: ['#857d71', '#8f877b'],
  text: ['#1f1b16', '#f3efe8'],
  muted: ['#5e564b', '#b9b0a3'],
  primary: ['#0b625d', '#5fd0c5'],
  'on-primary': ['#ffffff', '#06201e'],
  'primary-hover': ['#084c48', '#8ae0d8'],
  soft: ['#dff1ef', '#123634'],
  'on-soft': ['#0a4f4b', '#9be5dd'],
  'chart-line': ['#d01f68', '#ff7db5'],
  success: ['#1a6b3a', '#7bd69a'],
  'success-bg': ['#e3f4e8', '#14301f'],
  danger: ['#af231c', '#ff9388'],
  'danger-bg': ['#fde9e7', '#3a1613'],
  warning: ['#7a4f00', '#f2c14e'],
  'warning-bg': ['#fff2cf', '#33270a'],
  info: ['#1a589e', '#8ab8ff'],
  'info-bg': ['#e4effb', '#12263f'],
  focus: ['#0b57d0', '#9cc2ff'],
  'category-1': ['#d01f68', '#ff7db5'],
  'category-2': ['#0b7a73', '#4cc9be'],
  'category-3': ['#b25e00', '#f2a65a'],
  'category-4': ['#5b4fc4', '#a9a1ff'],
  'category-5': ['#4d7c0f', '#a3cf5a'],
  'category-6': ['#6b7280', '#a8a29a'],
  // The mark is the same in both themes.
  mark: ['#0b625d', '#0b625d'],
  'mark-line': ['#ff7db5', '#ff7db5'],
} as const satisfies Record<string, ColorPair>;

/** A color of the light theme, where there is no other, as in emails. */
export const lightColor = (role: keyof typeof colors): string => colors[role][0];

/** The colors as CSS variables, light or dark as the device or the visitor's choice says. */
export const colorVariables = `:root {
  color-scheme: light dark;
${Object.entries(colors)
  .map(([role, [light, dark]]) => `  --${role}: light-dark(${light}, ${dark});`)
  .join('\n')}
}`;
