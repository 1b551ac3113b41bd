import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readEnv, variableNames } from '../apps/api/src/config/env.ts';
import { filledIn, services } from './compose-file.ts';
import { checkout } from './source-files.ts';

// The manifests. Their consistency is tested here; running them needs a cluster, which tests do not.

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
  spec: { replicas?: number; template: { metadata: { labels: Record<string, string> }; spec: Pod } };
}

interface GatewaySpec {
  listeners: { name: string; protocol: string }[];
  infrastructure: { parametersRef: { kind: string; name: string } };
}
interface RouteSpec {
  parentRefs: { sectionName: string }[];
  hostnames: string[];
  rules: { backendRefs?: { name: string; port: number }[] }[];
}
interface PolicySpec {
  podSelector: object;
  policyTypes: string[];
  ingress?: { from?: object[]; ports: { port: string | number }[] }[];
  egress?: { to: { ipBlock?: { cidr: string; except: string[] } }[] }[];
}

const folder = join(checkout, 'infra/kubernetes');
const read = (path: string): Resource[] =>
  parseAllDocuments(readFileSync(join(folder, path), 'utf8'), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Resource;
  });
const base = globSync('base/*.yaml', { cwd: folder }).flatMap(read);
const database = globSync('database/*.yaml', { cwd: folder }).flatMap(read);
interface Specs {
  Gateway: GatewaySpec;
  Service: { ports: { name: string; port: number }[] };
  HTTPRoute: RouteSpec;
  HorizontalPodAutoscaler: { scaleTargetRef: { name: string } };
  EnvoyProxy: { telemetry: { accessLog: object } };
}
/** The resources of a kind among those of the servers. */
const ofKind = <Kind extends keyof Specs>(kind: Kind) =>
  base.filter((resource) => resource.kind === kind) as unknown as {
    metadata: { name: string };
    spec: Specs[Kind];
  }[];
const deployments = base.filter(({ kind }) => kind === 'Deployment');
const settings = base.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
const containersOf = ({ spec }: Resource): Container[] => [
  ...spec.template.spec.initContainers,
  ...spec.template.spec.containers,
];

/** What an operator adds for every provider: to the ConfigMap what is not secret, the rest to the Secret. */
const added = {
  FILE_STORAGE: 's3',
  S3_BUCKET: 'burrow',
  MAIL_FROM: 'desk@example.com',
  INBOUND_MAIL_DOMAIN: 'reply.example.com',
  TWILIO_FROM: '+441632960144',
  STRIPE_PRICE: 'price_1',
  SSO_ISSUER: 'https://login.example.com',
  SSO_CLIENT_ID: 'burrow',
};
const secrets = {
  DATABASE_URL: 'postgres://burrow_app:p@burrow-db-pooler:5432/burrow',
  DATABASE_LISTEN_URL: 'postgres://burrow_app:p@burrow-db-rw:5432/burrow',
  CODE_SECRET: 'c'.repeat(32),
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  SMTP_URL: 'smtp://burrow:p@mail.example.com:587',
  INBOUND_MAIL_SECRET: 'm'.repeat(32),
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SSO_CLIENT_SECRET: 'secret',
};
/** A container's environment, as Kubernetes makes it. */
function environmentOf({ env = [], envFrom = [] }: Container): Record<string, string> {
  const from = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...(configMapRef?.name === 'burrow-settings' ? [settings, added] : []),
    ...(secretRef?.name === 'burrow-secrets' ? [secrets] : []),
  ]);
  const keyed: Record<string, string> = {
    ...secrets,
    uri: 'postgres://burrow_owner:p@burrow-db-rw:5432/burrow',
  };
  const own = env.map(({ name, value, valueFrom }) => [
    name,
    value ?? keyed[valueFrom?.secretKeyRef.key ?? ''] ?? '',
  ]);
  return Object.assign({}, ...from, Object.fromEntries(own)) as Record<string, string>;
}

describe.each(deployments.map((deployment) => ({ name: deployment.metadata.name, deployment })))(
  '$name',
  ({ deployment }) => {
    const pod = deployment.spec.template.spec;

    it('is of this release, limited, and has no rights beyond those it was given', () => {
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

    it('has no less memory, and no less time to stop, than with Docker', () => {
      const { memory } = services['api']?.deploy?.resources.limits ?? { memory: '' };
      expect(pod.containers.map(({ resources }) => resources.limits.memory)).toEqual([
        filledIn(memory, {}).replace('m', 'Mi'),
      ]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(20);
    });

    it('writes only to the folder for uploads', () => {
      for (const { volumeMounts } of containersOf(deployment)) {
        expect(volumeMounts).toEqual([{ name: 'temporary', mountPath: '/tmp' }]);
      }
    });

    it('has its readiness probe at the right address, and stays alive while the database is unavailable', () => {
      const [server] = pod.containers;
      expect(server?.readinessProbe?.httpGet).toEqual({ path: '/api/ready', port: 'http' });
      expect(server?.livenessProbe?.httpGet).toEqual({ path: '/api/health', port: 'http' });
      expect(server?.ports?.find(({ name }) => name === 'metrics')?.containerPort).toBe(
        Number(settings['METRICS_PORT']),
      );
    });

    it('starts with valid settings, with every provider set up', () => {
      for (const container of containersOf(deployment)) {
        const given = environmentOf(container);
        expect(Object.keys(given).filter((name) => !variableNames.includes(name))).toEqual([]);
        expect(readEnv(given)).toMatchObject({
          PUBLIC_URL: 'https://burrow.example.com',
          TRUST_PROXY: 1,
          MIGRATE_ON_START: false,
          SSO_ISSUER: added.SSO_ISSUER,
        });
      }
    });

    it('migrates without the pooler', () => {
      expect(pod.initContainers.map((container) => environmentOf(container)['DATABASE_URL'])).toEqual([
        secrets.DATABASE_LISTEN_URL,
      ]);
    });

    it("gives the owner's login to the migration only", () => {
      const knowing = containersOf(deployment).filter(({ env = [] }) =>
        env.some(({ name }) => name === 'DATABASE_OWNER_URL'),
      );
      expect(knowing.map(({ name }) => name)).toEqual(['migrate']);
    });
  },
);

it('runs servers without background work, and workers without requests', () => {
  const roles = deployments.map(({ metadata, spec }) => [
    metadata.name,
    spec.template.spec.containers[0]?.env?.find(({ name }) => name === 'WORKER')?.value,
  ]);
  expect(Object.fromEntries(roles)).toEqual({ 'burrow-api': 'off', 'burrow-worker': 'only' });
});

it('leaves the number of API pods to the autoscaler', () => {
  const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name);
  expect(scaled).toEqual(['burrow-api']);
  const fixed = deployments.filter(({ spec }) => spec.replicas !== undefined);
  expect(fixed.map(({ metadata }) => metadata.name)).toEqual(['burrow-worker']);
});

describe('the gateway', () => {
  it('routes HTTPS only, to the port of the servers', () => {
    expect(base.map(({ kind }) => kind)).not.toContain('Ingress');
    const [listening] = ofKind('Gateway');
    expect(listening?.spec.listeners.map(({ name, protocol }) => [name, protocol])).toEqual([
      ['http', 'HTTP'],
      ['https', 'HTTPS'],
    ]);
    const [service] = ofKind('Service');
    const routes = ofKind('HTTPRoute');
    const [serving, redirecting] = ['https', 'http'].map((section) =>
      routes.find(({ spec }) => spec.parentRefs[0]?.sectionName === section),
    );
    expect(serving?.spec.rules[0]?.backendRefs).toEqual([
      { name: service?.metadata.name, port: service?.spec.ports[0]?.port },
    ]);
    expect(redirecting?.spec.rules[0]).toEqual({
      filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 308 } }],
    });
    const host = new URL(settings['PUBLIC_URL'] ?? '').hostname;
    for (const { spec } of routes) expect(spec.hostnames).toEqual([host]);
  });

  it('logs no request line, and accepts no password in an address', () => {
    const [listening] = ofKind('Gateway');
    const [proxy] = ofKind('EnvoyProxy');
    expect(listening?.spec.infrastructure.parametersRef).toMatchObject({
      kind: 'EnvoyProxy',
      name: proxy?.metadata.name,
    });
    expect(proxy?.spec.telemetry.accessLog).toEqual({ disable: true });
    expect(settings['QUERY_STRING_LOGIN']).toBe('off');
  });
});

describe('the network', () => {
  const policies = [...base, ...database].filter(({ kind }) => kind === 'NetworkPolicy');
  const named = (name: string): PolicySpec =>
    policies.find(({ metadata }) => metadata.name === name)?.spec as unknown as PolicySpec;
  const servers = {
    matchExpressions: [
      { key: 'app.kubernetes.io/name', operator: 'In', values: ['burrow-api', 'burrow-worker'] },
    ],
  };

  it('allows traffic to the servers from the gateway and Prometheus, and from them to no private address but the database', () => {
    const { podSelector, ingress = [] } = named('burrow-servers');
    expect(podSelector).toEqual(servers);
    expect(deployments.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name'])).toEqual([
      'burrow-api',
      'burrow-worker',
    ]);
    expect(ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([['http'], ['metrics']]);
    const { egress = [], ...out } = named('burrow-servers-out');
    expect([out.podSelector, out.policyTypes]).toEqual([servers, ['Egress']]);
    const internet = egress.flatMap(({ to }) => to).flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []));
    expect(internet.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
    for (const range of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']) {
      expect(internet[0]?.except).toContain(range);
    }
  });

  it('allows traffic to PostgreSQL from the servers, its pooler, its replicas and its operator', () => {
    const cluster = database.find(({ kind }) => kind === 'Cluster')?.metadata.name;
    const pooler = database.find(({ kind }) => kind === 'Pooler')?.metadata.name;
    const { podSelector, policyTypes, ingress = [] } = named('burrow-database');
    expect(podSelector).toEqual({ matchLabels: { 'cnpg.io/cluster': cluster } });
    expect(policyTypes).toEqual(['Ingress']);
    const [toPostgres] = ingress;
    expect(toPostgres?.ports).toEqual([{ port: 5432 }]);
    expect(toPostgres?.from).toEqual([
      { podSelector: servers },
      { podSelector: { matchLabels: { 'cnpg.io/poolerName': pooler } } },
      { podSelector: { matchLabels: { 'cnpg.io/cluster': cluster } } },
    ]);
    // No rule for everyone.
    for (const { spec } of policies) {
      for (const { from } of (spec as unknown as PolicySpec).ingress ?? [])
        expect(from?.length).toBeGreaterThan(0);
    }
    expect(named('burrow-database-pooler').podSelector).toEqual({
      matchLabels: { 'cnpg.io/poolerName': pooler },
    });
  });
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

it('lends connections for a transaction at a time, wherever PgBouncer runs', () => {
  const ini = readFileSync(join(checkout, 'infra/pgbouncer/pgbouncer.ini'), 'utf8');
  const pooler = readFileSync(join(folder, 'database/pooler.yaml'), 'utf8');
  expect(ini).toMatch(/^pool_mode = transaction$/m);
  expect(pooler).toMatch(/poolMode: transaction$/m);
  for (const setting of [
    'default_pool_size',
    'max_client_conn',
    'max_prepared_statements',
    'query_wait_timeout',
    'server_login_retry',
  ]) {
    const [, inIni] = new RegExp(`^${setting} = (\\d+)$`, 'm').exec(ini) ?? [];
    const [, inPooler] = new RegExp(`${setting}: '(\\d+)'`).exec(pooler) ?? [];
    expect([setting, inPooler]).toEqual([setting, inIni]);
    expect(inIni).toBeDefined();
  }
  // PgBouncer's own 15 seconds would outlast a restart of the database many times over.
  expect(ini).toMatch(/^server_login_retry = 1$/m);
});
