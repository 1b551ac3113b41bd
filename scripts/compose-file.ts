import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { checkout } from './source-files.ts';

/** A service of docker-compose.yml, with the fields that tests check. */
export interface ComposeService {
  image: string;
  build?: { target: string; args: Record<string, string> };
  restart?: string;
  ports?: string[];
  labels?: Record<string, string>;
  volumes?: (string | object)[];
  networks?: string[] | Record<string, unknown>;
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  deploy?: { replicas?: string; resources: { limits: { cpus: string; memory: string; pids: number } } };
  profiles?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  container_name?: string;
  privileged?: boolean;
}

export const composeText: string = readFileSync(join(checkout, 'docker-compose.yml'), 'utf8');

/** The services of docker-compose.yml, by name. */
export const services: Record<string, ComposeService> = (
  parse(composeText, { merge: true }) as { services: Record<string, ComposeService> }
).services;

/**
 * Names of the services that read single files of the checkout and keep their container in an upgrade: a running container
 * sees the files as they were when it started.
 */
export const readingOldFiles = (all: Readonly<Record<string, ComposeService>>): string[] =>
  Object.entries(all).flatMap(([name, { volumes = [], labels }]) => {
    const sources = volumes.map((volume) => (typeof volume === 'string' ? (volume.split(':')[0] ?? '') : ''));
    const reads = sources.some((path) => path.startsWith('./') && statSync(join(checkout, path)).isFile());
    return reads && filledIn(labels?.['burrow.build'] ?? '', { BURROW_TAG: 'new' }) !== 'new' ? [name] : [];
  });

/** A variable in docker-compose.yml from .env. */
interface Asked {
  name: string;
  /** Its default; undefined without one. */
  fallback: string | undefined;
  /** The error when it is missing; undefined when it is optional. */
  demand: string | undefined;
  /** Replacement text if the variable is set (`:+`). */
  given: string | undefined;
}

const asks = /\$\{(\w+)(?::-([^}]*)|:\?([^}]*)|:\+([^}]*))?\}/g;

/** Every variable in a text, with repetitions. */
export const askedFor = (text: string): Asked[] =>
  [...text.matchAll(asks)].map(([, name = '', fallback, demand, given]) => ({
    name,
    fallback,
    demand,
    given,
  }));

/** A text with its variables substituted, as Compose does it. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(asks, (_ask, name: string, fallback = '', _demand, given?: string) =>
    given === undefined
      ? values[name] || fallback
      : values[name]
        ? given.replace(`$${name}`, values[name])
        : '',
  );

/** The settings of a file such as .env, by name; comments and empty lines aside. */
export const readDotEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
