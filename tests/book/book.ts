/** The validation book: its chapters, and its pages as they follow from what is measured. */
import { elementsChapter } from './elements.ts';
import { type Chapter, type Result, resultOf } from './entry.ts';
import { mechanismsChapter } from './mechanisms.ts';
import { bookPage, chapterPage } from './page.ts';
import { rigidChapter } from './rigid-bodies.ts';
import { ropesChapter } from './ropes.ts';
import { schemesChapter } from './schemes.ts';
import { solidsChapter } from './solids.ts';

export const chapters: readonly Chapter[] = [
  schemesChapter,
  mechanismsChapter,
  rigidChapter,
  ropesChapter,
  solidsChapter,
  elementsChapter,
];

export const measured = (): (readonly [Chapter, readonly Result[]])[] =>
  chapters.map((chapter) => [chapter, chapter.entries.map(resultOf)] as const);

/** By file name in docs/validation. */
export const pages = (all: ReturnType<typeof measured>): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', bookPage(all)],
    ...all.map(([chapter, results]): [string, string] => [`${chapter.file}.md`, chapterPage(chapter, results)]),
  ]);
