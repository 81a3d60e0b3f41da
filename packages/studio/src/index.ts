/** Pliant in the browser: the viewport, for pages of your own that use three.js. The studio itself is a page, in `dist`. */
export const version = '0.0.0';
export type { Frame, FromWorker, Holds, Numbers, SceneInfo, SceneSource, ToWorker } from './protocol/protocol.ts';
export type { View, ViewportEvents, ViewportOptions } from './viewer/events.ts';
export type {
  GlyphKind,
  Insets,
  Model,
  NameTag,
  Picture,
  PlaneModel,
  PointsModel,
  ShapeModel,
} from './viewer/model.ts';
export { dark, light, type Theme } from './viewer/stage/theme.ts';
export { Viewport } from './viewer/viewport.ts';
