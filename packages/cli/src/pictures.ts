import type { ExportJob } from './export-files.ts';
export const exportPictures = async (_: ExportJob): Promise<string> => '';
export const exportFilm = async (_: ExportJob): Promise<string> => '';
