export { cancelMove } from './closing.ts';
export { finishMove } from './move-done.ts';
export { moveIn, type MovedIn } from './move-in.ts';
export type { MoveManifest } from './move-manifest.ts';
export { moveOut } from './move-out.ts';
