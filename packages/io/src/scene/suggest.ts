/** What was meant by a misspelt word: the engine's equations ask it too, so it lives there. */
export { advice, suggest } from '@pliant/engine';
