/** Scenes, meshes and frames: bytes to data and back. Nothing is here yet but the version. */
export const version = '0.0.0';
