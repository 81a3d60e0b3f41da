/** The studio's page. */
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { Studio } from './store/studio.svelte.ts';

const studio = new Studio();
const target = document.getElementById('app');
if (target) mount(App, { target, props: { studio } });

/** For tests and for curious users of the console. */
const pliant = {
  /** of the state now */
  hash: () => studio.hash(),
  /** to a step, as fast as it goes; back to the start first if it lies behind */
  runTo: (step: number) => studio.runTo(step),
  reset: () => studio.reset(),
  play: () => {
    if (!studio.playing) studio.toggle();
  },
  pause: () => {
    if (studio.playing) studio.toggle();
  },
  /** as the page shows it; `playing` may be a frame ahead of `step`: see drawn */
  state: () => ({
    scene: studio.current,
    /** an example was asked for and its first picture is not painted: until then the numbers are those of the scene before */
    opening: studio.asked !== '',
    step: studio.readout.step,
    time: studio.readout.time,
    playing: studio.playing,
    /** of the state that a lost run would continue from, s */
    kept: studio.keptTime,
    /** at the hand, N */
    handForce: studio.readout.handForce,
    /** all that makes another scene open sooner is done, about a second after the first picture */
    rehearsed: studio.isRehearsed,
    messages: studio.board.list.map((m) => ({ title: m.title, lines: m.lines })),
  }),
  /** resolves when the picture and the numbers show the last frame, and nothing in them changes any more */
  drawn: () => studio.drawn(),
  /** how long a simulation may be silent before it is started again, s */
  patience: (seconds: number) => {
    studio.patience = 1000 * seconds;
  },
  /** where a node is in the window, px */
  screenOf: (node: number) => studio.screenOf(node),
};
export type PliantOnPage = typeof pliant;
Object.assign(window, { pliant });
