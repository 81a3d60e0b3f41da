/** Scenes, meshes and frames: bytes to data and back. */
export const version = '0.0.0';

// calibration
export {
  type Calibration,
  calibrate,
  type Fit,
  type FittedParameter,
  type MeasuredCurve,
  makeCalibration,
} from './calibrate/calibrate.ts';
export { type CalibrationDef, parseCalibration } from './calibrate/definition.ts';
// results for other programs
export { chosenFrames, type FrameChoice, replayedFrames } from './export/frames.ts';
export { glb } from './export/glb.ts';
export { objWriter } from './export/obj.ts';
export { palette } from './export/palette.ts';
export { paraviewFiles } from './export/paraview.ts';
export { probesCsv, probesParquet } from './export/probes.ts';
// fitting to data
export { type FittedFrame, fitMotion, type MotionFit } from './fit/fit-motion.ts';
export { FitRecording } from './fit/fit-recording.ts';
export { parametersHeader, parametersRow, residualsHeader, residualsRows } from './fit/fit-tables.ts';
export { fittedScene } from './fit/fitted-scene.ts';
// compiled kernels
export { readKernels } from './kernels/kernel-file.ts';
export { inspectMesh, type MeshReport, type RegionReport } from './meshes/inspect.ts';
// meshes
export { type CellKind, type Cells, type MeshData, vertexId } from './meshes/mesh-data.ts';
export { type MeshParts, meshDataOf } from './meshes/mesh-data-of.ts';
export { MeshError, type Place } from './meshes/mesh-error.ts';
export { findProblems, type Problem } from './meshes/problems.ts';
export {
  type Companions,
  checked as checkedMesh,
  companionsOf,
  meshEndings,
  parseMesh,
  type ReadOptions,
  readMesh,
  volumeEndings,
} from './meshes/read-mesh.ts';
export { readSurface, surfaceOf } from './meshes/read-surface.ts';
export { type Repair, repaired as repairedMesh } from './meshes/repair.ts';
export type { WriteOptions, WrittenMesh } from './meshes/write/format.ts';
export { writeMesh, writtenEndings } from './meshes/write-mesh.ts';
// motion data
export { type MotionData, MotionError } from './motion/motion-data.ts';
export { motionEndings, readMotion } from './motion/read-motion.ts';
// recording
export type { RecordingSource } from './recording/beginning.ts';
export { curveAt, curveOf } from './recording/curve.ts';
export {
  comparison,
  diffRecordings,
  type RecordingComparison,
  type RecordingDifference,
} from './recording/diff.ts';
export {
  type Frame,
  type RecordedBody,
  type RecordedCurve,
  type RecordedShape,
  type RecordedSkin,
  RecordingError,
  type RecordingHeader,
} from './recording/format.ts';
export { Rate } from './recording/rate.ts';
export { type Ending, openRecording, Recording, readRecording } from './recording/reader.ts';
export { type ResumedFile, type ResumedRun, resumeFault, resumeRecording } from './recording/resume.ts';
export { simulationAt } from './recording/seek.ts';
export {
  continueFrom,
  type Difference,
  difference,
  type ReplayedFrame,
  replayRecording,
  simulationOf,
  type Verification,
  type VerifyOptions,
  verifyRecording,
} from './recording/verify.ts';
export { type RecordingOptions, RecordingWriter, type Write } from './recording/writer.ts';
// scene
export { type AssetOptions, type Assets, assetNames, readAssets } from './scene/assets.ts';
export type { Notice } from './scene/build/notices.ts';
export type { Probe } from './scene/build/probe.ts';
export { buildScene, type Overrides } from './scene/build.ts';
export { type Fault, SceneError } from './scene/file/faults.ts';
export { parseScene } from './scene/file/parse.ts';
export { type LoadedScene, loadScene, mostBytes, type Read } from './scene/load.ts';
export { csvHeader, csvRow } from './scene/probes-csv.ts';
export { methodNames } from './scene/schema/constraints/methods.ts';
export { jsonText, sceneJsonSchema } from './scene/schema/json-schema.ts';
export {
  describeConstraints,
  describeMethods,
  type FieldDescription,
  type KindDescription,
  kindsPage,
} from './scene/schema/kinds-page.ts';
export {
  type AnchorDef,
  type AnyPointDef,
  type BodyDef,
  type ConstraintDef,
  type EquationDef,
  type EventDef,
  type FitDef,
  type MeshDef,
  type ProbeDef,
  type SceneDef,
  type SelectionDef,
  sceneDefaults,
  sceneSchema,
  sceneVersion,
} from './scene/schema.ts';
export { type Counts, Simulation } from './scene/simulation.ts';
export { isSavedState } from './scene/state.ts';
export { advice, suggest } from './scene/suggest.ts';
// pictures of matrices
export { spyColour, spyFill, spyLegend, spyTitles } from './spy/legend.ts';
export { type Spy, spyOf } from './spy/spy.ts';
export { spySvg } from './spy/svg.ts';
// sweeps
export { type PlotDef, parseSweep, type SweepDef } from './sweep/definition.ts';
export { type Job, jobsOf, type ParameterValue } from './sweep/jobs.ts';
export { type Journal, journalHeader, journalLine, readJournal } from './sweep/journal.ts';
export { type ResultColumn, type ResultTable, resultsCsv, resultsParquet } from './sweep/results.ts';
export {
  type Reading,
  type ReadValue,
  type RunResult,
  type RunStatus,
  runJob,
  type SweepBundle,
} from './sweep/run-job.ts';
export { makeSweep, type Sweep } from './sweep/sweep.ts';
