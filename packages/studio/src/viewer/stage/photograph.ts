/** A picture of the viewport as a file: the sky behind it, what was drawn, and the words over it, where they stand. */
import type { Theme } from './theme.ts';

/** canvas: drawn just now, as its pixels are lost when the browser paints; labels: the element that has them. */
export function photograph(canvas: HTMLCanvasElement, labels: HTMLElement, theme: Theme): Promise<Blob> {
  const { width, height, clientWidth, clientHeight } = canvas;
  const out = Object.assign(document.createElement('canvas'), { width, height });
  const pen = out.getContext('2d') as CanvasRenderingContext2D;
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, theme.skyTop);
  sky.addColorStop(1, theme.skyBottom);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.drawImage(canvas, 0, 0);
  pen.scale(width / clientWidth, height / clientHeight);
  const corner = canvas.getBoundingClientRect();
  for (const label of labels.children) {
    if (label instanceof HTMLElement && label.style.opacity === '1') write(pen, label, corner);
  }
  return new Promise((done, failed) => {
    out.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser made no picture of it.'))), 'image/png');
  });
}

function write(pen: CanvasRenderingContext2D, label: HTMLElement, corner: DOMRect): void {
  const { left, top, width, height } = label.getBoundingClientRect();
  const style = getComputedStyle(label);
  const [x, y] = [left - corner.left, top - corner.top];
  pen.beginPath();
  pen.roundRect(x, y, width, height, Number.parseFloat(style.borderRadius) || 0);
  pen.fillStyle = style.backgroundColor;
  pen.fill();
  if (style.boxShadow !== 'none') {
    pen.strokeStyle = style.color;
    pen.stroke();
  }
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textBaseline = 'middle';
  pen.fillStyle = style.color;
  pen.fillText(label.textContent ?? '', x + (Number.parseFloat(style.paddingLeft) || 0), y + height / 2);
}
