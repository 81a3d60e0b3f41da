/** `pliant` is the engine under the name people install: what the engine exports, this exports. */
export * from '@pliant/engine';
