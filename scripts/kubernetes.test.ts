import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readEnv, variableNames } from '../apps/api/src/config/env.ts';
import { services } from './compose-file.ts';
import { checkout } from './source-files.ts';

// What the cluster is told. That its parts hold together is tested here; that they run needs a cluster, which tests do not.

interface Container {
  name: string;
  image: string;
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  securityContext: Record<string, unknown>;
  resources: { limits: { memory: string } };
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { httpGet: { path: string; port: string } };
  livenessProbe?: { httpGet: { path: string; port: string } };
  volumeMounts: { name: string; mountPath: string }[];
}
interface Pod {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  initContainers: Container[];
  containers: Container[];
}
interface Resource {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: { template: { metadata: { labels: Record<string, string> }; spec: Pod } };
}

const folder = join(checkout, 'infra/kubernetes');
const read = (path: string): Resource[] =>
  parseAllDocuments(readFileSync(join(folder, path), 'utf8'), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Resource;
  });
const base = globSync('base/*.yaml', { cwd: folder }).flatMap(read);
const deployments = base.filter(({ kind }) => kind === 'Deployment');
const settings = base.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
const containersOf = ({ spec }: Resource): Container[] => [
  ...spec.template.spec.initContainers,
  ...spec.template.spec.containers,
];

/** What somebody who sets it up puts into `burrow-secrets`. */
const secrets = {
  DATABASE_URL: 'postgres://burrow_app:p@burrow-db-pooler:5432/burrow',
  DATABASE_LISTEN_URL: 'postgres://burrow_app:p@burrow-db-rw:5432/burrow',
};

describe.each(deployments.map((deployment) => ({ name: deployment.metadata.name, deployment })))(
  '$name',
  ({ deployment }) => {
    const pod = deployment.spec.template.spec;

    it('is of this release, limited, and can take no right that it was not given', () => {
      for (const { image, securityContext, resources } of containersOf(deployment)) {
        expect(image).toBe(`burrow:${manifest.version}`);
        expect(resources.limits.memory).toMatch(/^\d+Mi$/);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
    });

    it('is given no less memory, and no less time to stop, than with Docker', () => {
      const { memory } = services['api']?.deploy?.resources.limits ?? { memory: '' };
      expect(pod.containers.map(({ resources }) => resources.limits.memory)).toEqual([
        memory.replace('m', 'Mi'),
      ]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(20);
    });

    it('writes nowhere but where uploads wait', () => {
      for (const { volumeMounts } of containersOf(deployment)) {
        expect(volumeMounts).toEqual([{ name: 'temporary', mountPath: '/tmp' }]);
      }
    });

    it('is asked whether it serves where it says so, and lives while the database is away', () => {
      const [server] = pod.containers;
      expect(server?.readinessProbe?.httpGet).toEqual({ path: '/api/ready', port: 'http' });
      expect(server?.livenessProbe?.httpGet).toEqual({ path: '/api/health', port: 'http' });
      expect(server?.ports?.find(({ name }) => name === 'metrics')?.containerPort).toBe(
        Number(settings['METRICS_PORT']),
      );
    });

    it('starts with settings that the server takes', () => {
      for (const { env = [], envFrom = [] } of containersOf(deployment)) {
        expect(env.map(({ name }) => name).filter((name) => !variableNames.includes(name))).toEqual([]);
        const own = Object.fromEntries(
          env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
        );
        const given = { ...settings, ...secrets, ...own };
        expect(envFrom.map(({ configMapRef }) => configMapRef?.name)).toContain('burrow-settings');
        expect(readEnv(given)).toMatchObject({
          PUBLIC_URL: 'https://burrow.example.com',
          TRUST_PROXY: 1,
          MIGRATE_ON_START: false,
        });
      }
      expect(Object.keys(settings).filter((name) => !variableNames.includes(name))).toEqual([]);
    });

    it('lets the owner of the schema be known to who migrates alone', () => {
      const knowing = containersOf(deployment).filter(({ env = [] }) =>
        env.some(({ name }) => name === 'DATABASE_OWNER_URL'),
      );
      expect(knowing.map(({ name }) => name)).toEqual(['migrate']);
    });
  },
);

it('runs servers that leave the work to workers, and workers that do nothing else', () => {
  const roles = deployments.map(({ metadata, spec }) => [
    metadata.name,
    spec.template.spec.containers[0]?.env?.find(({ name }) => name === 'WORKER')?.value,
  ]);
  expect(Object.fromEntries(roles)).toEqual({ 'burrow-api': 'off', 'burrow-worker': 'only' });
});

it.each(['base', 'database'])('%s names each of its files', (part) => {
  const { resources } = parse(readFileSync(join(folder, part, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  expect(resources.toSorted()).toEqual(
    globSync('*.yaml', { cwd: join(folder, part) })
      .filter((file) => file !== 'kustomization.yaml')
      .toSorted(),
  );
});

it('lends connections a transaction at a time, wherever PgBouncer stands', () => {
  const ini = readFileSync(join(checkout, 'infra/pgbouncer/pgbouncer.ini'), 'utf8');
  const pooler = readFileSync(join(folder, 'database/pooler.yaml'), 'utf8');
  expect(ini).toMatch(/^pool_mode = transaction$/m);
  expect(pooler).toMatch(/poolMode: transaction$/m);
  for (const setting of [
    'default_pool_size',
    'max_client_conn',
    'max_prepared_statements',
    'query_wait_timeout',
  ]) {
    const [, inIni] = new RegExp(`^${setting} = (\\d+)$`, 'm').exec(ini) ?? [];
    const [, inPooler] = new RegExp(`${setting}: '(\\d+)'`).exec(pooler) ?? [];
    expect([setting, inPooler]).toEqual([setting, inIni]);
    expect(inIni).toBeDefined();
  }
});
