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
  if (context && !isSoftware(context)) return new WebGLRenderer({ ...parameters, canvas, context });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return made(false);
}

/** Browsers may offer a renderer in software without the caveat; its name tells. */
function isSoftware(context: WebGL2RenderingContext): boolean {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}
