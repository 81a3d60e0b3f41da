/** The colours of the picture, light and dark. The body is the brightest thing; one accent for what the user holds. */
export interface Theme {
  readonly skyTop: string;
  readonly skyBottom: string;
  /** of the floor, laid over the sky */
  readonly floor: string;
  readonly floorOpacity: number;
  readonly grid: string;
  readonly gridOpacity: number;
  readonly shadow: string;
  readonly shadowOpacity: number;
  /** glyphs, marks and what stands behind them */
  readonly ink: string;
  readonly halo: string;
  readonly accent: string;
  /** the accent as words: of the force of the hand */
  readonly handLabel: string;
  /** forces: pulling away from the body, pushing into it */
  readonly pull: string;
  readonly push: string;
  /** rods under little force */
  readonly steel: string;
  readonly lightAbove: string;
  readonly lightBelow: string;
  readonly hemisphere: number;
  readonly key: number;
  readonly rim: number;
  readonly palette: readonly string[];
  /** 0 to 1: colours that a scene gives its bodies are made as light as this, or they would not be seen */
  readonly leastLightness: number;
}

/** Eight hues, told apart with every common colour blindness: they differ in lightness too. */
const palette = ['#4f9fd8', '#e0bf5c', '#c8607e', '#3ba58c', '#7c72cf', '#a8ab4a', '#8d3f70', '#8fd3ea'];

export const light: Theme = {
  skyTop: '#dfe6ec',
  skyBottom: '#f6f7f8',
  floor: '#ffffff',
  floorOpacity: 0.55,
  grid: '#5b6b7b',
  gridOpacity: 0.26,
  shadow: '#1b2a3a',
  shadowOpacity: 0.3,
  ink: '#1d2731',
  halo: '#ffffff',
  accent: '#d96a00',
  handLabel: '#9c4700',
  pull: '#b3123f',
  push: '#1b4fae',
  steel: '#7d8994',
  lightAbove: '#ffffff',
  lightBelow: '#c2cad3',
  hemisphere: 1.95,
  key: 1.7,
  rim: 0.28,
  palette,
  leastLightness: 0,
};

export const dark: Theme = {
  skyTop: '#12161b',
  skyBottom: '#232a32',
  floor: '#323b45',
  floorOpacity: 0.35,
  grid: '#93a3b3',
  gridOpacity: 0.23,
  shadow: '#000000',
  shadowOpacity: 0.5,
  ink: '#eef2f5',
  halo: '#12161b',
  accent: '#ffa033',
  handLabel: '#ffb057',
  pull: '#ff7d98',
  push: '#8fb6ff',
  steel: '#a3b0bc',
  lightAbove: '#f3f7ff',
  lightBelow: '#4a5561',
  hemisphere: 1.5,
  key: 1.9,
  rim: 0.4,
  palette,
  leastLightness: 0.45,
};
