import manifest from '../../package.json' with { type: 'json' };

/** The release that runs, such as 1.0.1. */
export const version: string = manifest.version;
