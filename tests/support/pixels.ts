/** The pixels of a PNG, four bytes each, decoded by a page. */
import type { Page } from 'playwright';

export async function pixelsOf(page: Page, png: Buffer): Promise<{ width: number; height: number; data: Buffer }> {
  const [width, height, text] = await page.evaluate(async (base64): Promise<[number, number, string]> => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let bytes = '';
    for (let i = 0; i < data.length; i += 8192) bytes += String.fromCharCode(...data.subarray(i, i + 8192));
    return [image.width, image.height, btoa(bytes)];
  }, png.toString('base64'));
  return { width, height, data: Buffer.from(text, 'base64') };
}
