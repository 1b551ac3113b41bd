import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../apps/api/src/config/env.ts';
import { filledIn, readingOldFiles, services, type ComposeService } from './compose-file.ts';
import { checkout } from './source-files.ts';

// docker-compose.override.example.yml: PgBouncer, Prometheus and Grafana beside docker-compose.yml.

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8');
const added = (
  parse(read('docker-compose.override.example.yml'), { merge: true }) as {
    services: Record<string, ComposeService>;
  }
).services;
const values = { BURROW_APP_PASSWORD: 'app', PUBLIC_URL: 'https://burrow.example.com', METRICS_PORT: '9464' };

describe.each(['api', 'worker'])('%s behind PgBouncer', (name) => {
  it('uses PgBouncer for queries and PostgreSQL directly for LISTEN', () => {
    const environment = { ...services[name]?.environment, ...added[name]?.environment };
    const given = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, filledIn(value, values)]),
    );
    const env = readEnv({ ...given, BACKUP_PATH: '' });
    const port = /^listen_port = (\d+)$/m.exec(read('infra/pgbouncer/pgbouncer.ini'))?.[1];
    expect(env.DATABASE_URL).toBe(`postgres://burrow_app:app@pgbouncer:${port}/burrow`);
    expect(env.DATABASE_LISTEN_URL).toBe('postgres://burrow_app:app@db:5432/burrow');
    expect(env.DATABASE_PREPARED).toBe(true);
    expect(env.METRICS_PORT).toBe(9464);
  });
});

it('connects migrations and backups to PostgreSQL directly', () => {
  expect(added['migrate']).toBeUndefined();
  expect(added['worker']?.environment).not.toHaveProperty('BACKUP_DATABASE_URL');
});

it('lets Prometheus discover every server and load the alerts', () => {
  const { rule_files: rules, scrape_configs: scrapes } = parse(read('infra/prometheus/compose.yml')) as {
    rule_files: string[];
    scrape_configs: { job_name: string; dns_sd_configs: object[] }[];
  };
  expect(rules).toEqual(['alerts.yml']);
  expect(scrapes).toMatchObject([
    { job_name: 'burrow', dns_sd_configs: [{ names: ['api', 'worker'], type: 'A', port: 9464 }] },
  ]);
  expect(added['prometheus']?.networks).toEqual(['data']);
});

it('reads the files of a new build after an upgrade', () => {
  expect(readingOldFiles(added)).toEqual([]);
});

it('adds images of exact versions with limits, without capabilities, reachable from this machine only', () => {
  const own = Object.entries(added).filter(([name]) => !(name in services));
  expect(own.map(([name]) => name)).toEqual(['pgbouncer', 'prometheus', 'grafana']);
  for (const [name, service] of own) {
    const image = filledIn(service.image, {});
    expect(image).toMatch(
      name === 'pgbouncer' ? /:v1\.26\.\d+-p\d$/ : /:v?\d+\.\d+\.\d+@sha256:[\da-f]{64}$/,
    );
    expect(service.deploy?.resources.limits.pids).toBeGreaterThan(0);
    expect([service.cap_drop, service.security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});
