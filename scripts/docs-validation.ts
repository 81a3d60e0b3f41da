/** Writes docs/validation: closed forms, and what the engine makes of them. tests/validation.test.ts checks that it is current. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { measured, pages } from '../tests/book/book.ts';

const folder = new URL('../docs/validation/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, text] of pages(measured())) writeFileSync(new URL(file, folder), text);
