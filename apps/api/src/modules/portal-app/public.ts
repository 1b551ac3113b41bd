export { appIcon, iconNames } from './icon.ts';
export { manifestOf } from './manifest.ts';
