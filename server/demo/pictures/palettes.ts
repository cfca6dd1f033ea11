/** Five colors that go together. */
export interface Palette {
  readonly background: string;
  readonly soft: string;
  readonly main: string;
  readonly accent: string;
  readonly dark: string;
}

const palette = (background: string, soft: string, main: string, accent: string, dark: string): Palette => ({
  background,
  soft,
  main,
  accent,
  dark,
});

/** The moods that topics are drawn in. */
export const moods = {
  earthy: [
    palette('#f3e6d3', '#e3c9a4', '#c8744a', '#7d9067', '#4a3328'),
    palette('#efe3d6', '#dcb9a0', '#a8553f', '#d99b52', '#43302c'),
    palette('#ede8d8', '#cfc8a6', '#8a9a5b', '#c9803f', '#3d3f2b'),
  ],
  fresh: [
    palette('#e6f1e4', '#c1dcb8', '#5d9a68', '#f0b357', '#2c4a3b'),
    palette('#eaf4ee', '#b9d8c9', '#3f8678', '#ec8f6a', '#1f4444'),
    palette('#f4f2df', '#dbe0b0', '#86a14a', '#e27a54', '#3b4a2c'),
  ],
  blush: [
    palette('#fbe9e7', '#f4c6c3', '#d9777f', '#8fa7a0', '#5b2f3d'),
    palette('#f7ebf0', '#e6bfd2', '#b5648c', '#e2a45c', '#482a42'),
    palette('#fdf0e6', '#f8d0b8', '#e58a6c', '#7f9cb0', '#56352f'),
  ],
  sea: [
    palette('#e4f0f6', '#b4d4e4', '#4c8bb0', '#f2a65a', '#1f3d57'),
    palette('#e7eef8', '#bccbe8', '#5f78b8', '#ef8d7b', '#29315a'),
    palette('#e2f1f0', '#abd6d3', '#3d8f93', '#f4bd5e', '#163f4a'),
  ],
  bright: [
    palette('#fff3d9', '#ffd98a', '#f0803c', '#3f8fa3', '#3a2f52'),
    palette('#fdeee4', '#f9c5a5', '#df5f57', '#4b9a8c', '#3b2b46'),
    palette('#eef3ff', '#c7d5fb', '#5a6fd6', '#f2a541', '#28285a'),
  ],
  winter: [
    palette('#f1ede6', '#d8cdbd', '#a63f3f', '#4f7358', '#33291f'),
    palette('#e9eff2', '#c3d3da', '#3f6a7d', '#c9574f', '#22323c'),
    palette('#f5ead9', '#e5c9a0', '#7f4a3a', '#55805f', '#3a241f'),
  ],
} as const satisfies Readonly<Record<string, readonly Palette[]>>;
export type Mood = keyof typeof moods;
