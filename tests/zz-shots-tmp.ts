import { mkdirSync } from 'node:fs';
import { StudioPages } from './studio-page.ts';
import { drawPaperFigures } from './paper-figures.ts';
const out = process.argv[3] ?? '/tmp/h/img';
mkdirSync(out, { recursive: true });
const studio = await StudioPages.start();
try { const t=Date.now(); for (const w of (process.argv[2] ?? '').split(',')) { await drawPaperFigures(studio, out, w); console.log(w, Date.now()-t); } } finally { await studio.stop(); }
