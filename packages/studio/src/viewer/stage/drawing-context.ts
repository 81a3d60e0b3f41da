/**
 * The context that the picture is drawn with. Smooth edges are four samples a pixel. Without a graphics card they are two thirds of the time of
 * a picture (150 ms of ten thousand cubes for 50), so there they are drawn only when the highest quality is asked for.
 */
import { WebGLRenderer } from 'three';
import type { ViewportOptions } from '../events.ts';

export function createRenderer(quality: ViewportOptions['quality'] = 'auto'): WebGLRenderer {
  const parameters = { alpha: true, powerPreference: 'high-performance' } as const;
  const made = (antialias: boolean): WebGLRenderer => new WebGLRenderer({ ...parameters, antialias });
  if (quality !== 'auto') return made(quality === 'high');
  const canvas = document.createElement('canvas');
  const caveat = { antialias: true, failIfMajorPerformanceCaveat: true };
  const context = canvas.getContext('webgl2', { ...parameters, ...caveat, depth: true, stencil: false });
  return context ? new WebGLRenderer({ ...parameters, canvas, context }) : made(false);
}
