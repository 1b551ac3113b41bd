import { execFileSync, spawn, type StdioOptions } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readDotEnv } from './compose-file.ts';
import { freePort } from '../packages/dev/src/postgres-server.ts';
import { checkout } from './source-files.ts';

/** The Docker command; DOCKER sets another, such as a wrapper, with arguments. */
const [docker = 'docker', ...dockerArgs] = (process.env['DOCKER'] || 'docker').split(' ');

const exampleNames = Object.keys(readDotEnv(readFileSync(join(checkout, '.env.example'), 'utf8')));
/** The shell's environment without Compose settings, which would override the project's. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !exampleNames.includes(name)),
);

/** Version of the Docker engine, or why it can't be used. */
export function findEngine(): { version: string } | { missing: string } {
  try {
    const version = execFileSync(docker, [...dockerArgs, 'version', '--format', '{{.Server.Version}}'], {
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
    execFileSync(docker, [...dockerArgs, 'compose', 'version'], { env: environment, stdio: 'ignore' });
    return { version };
  } catch (error) {
    return { missing: (error as Error).message.trim().split('\n').at(-1) ?? '' };
  }
}

interface RunOptions {
  /** A file that the command reads, or writes. */
  stdin?: string;
  stdout?: string;
}

/** A Compose project of this checkout with its own name, settings and ports. */
export class ComposeProject {
  readonly name = `burrow-test-${process.pid}`;
  /** Inside the checkout, because an engine in a container may see nothing else. */
  readonly folder: string;
  readonly settings: Record<string, string> = {};
  readonly url: string;
  private readonly tags: string[] = [];
  /** Volumes of its containers: `down -v` leaves those of replaced containers behind. */
  private readonly volumes = new Set<string>();

  static async create(): Promise<ComposeProject> {
    return new ComposeProject(await freePort(), await freePort());
  }

  private constructor(httpPort: number, httpsPort: number) {
    mkdirSync(join(checkout, '.data'), { recursive: true });
    this.folder = mkdtempSync(join(checkout, '.data/compose-'));
    mkdirSync(join(this.folder, 'infra'));
    for (const file of ['.env.example', 'package.json', 'infra/make-env.sh', 'infra/set-build.sh']) {
      cpSync(join(checkout, file), join(this.folder, file));
    }
    execFileSync('sh', [join(this.folder, 'infra/make-env.sh')], {
      env: { ...environment, COMPOSE_PROJECT_NAME: this.name },
      stdio: 'ignore',
    });
    const images = Object.fromEntries(
      exampleNames.filter((name) => name.endsWith('_IMAGE')).map((name) => [name, process.env[name] ?? '']),
    );
    this.set({ HTTP_PORT: String(httpPort), HTTPS_PORT: String(httpsPort), ...images });
    this.url = `http://127.0.0.1:${httpPort}`;
  }

  /** Changes .env, as an operator does. */
  set(changes: Record<string, string>): void {
    const path = join(this.folder, '.env');
    Object.assign(this.settings, readDotEnv(readFileSync(path, 'utf8')), changes);
    const lines = Object.entries(this.settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path, lines.join(''), { mode: 0o600 });
    const tag = this.settings['BURROW_TAG'];
    if (tag && !this.tags.includes(tag)) this.tags.push(tag);
  }

  /** Runs `docker compose …`. @throws Error with its output, when its exit code is not 0 */
  async compose(args: string[], files: RunOptions = {}): Promise<string> {
    const project = ['compose', '-p', this.name, '--env-file', join(this.folder, '.env')];
    if (args[0] === 'up' || args[0] === 'down') await this.noteVolumes();
    return run([...project, ...args], files);
  }

  private async noteVolumes(): Promise<void> {
    const label = `label=com.docker.compose.project=${this.name}`;
    const containers = (await run(['ps', '-aq', '--filter', label])).split('\n').filter(Boolean);
    if (containers.length === 0) return;
    const format = '{{range .Mounts}}{{if eq .Type "volume"}}{{.Name}} {{end}}{{end}}';
    const named = await run(['inspect', '--format', format, ...containers]);
    for (const volume of named.split(/\s+/).filter(Boolean)) this.volumes.add(volume);
  }

  /** Tags of the images of Burrow built by this project. */
  async builtTags(): Promise<string[]> {
    const listed = await run(['image', 'ls', '--format', '{{.Tag}}', 'burrow']);
    return this.tags.filter((tag) => listed.split('\n').includes(tag));
  }

  /** Removes containers, volumes, networks and the built images. */
  async remove(): Promise<void> {
    await this.compose(['down', '-v', '--remove-orphans', '--timeout', '5']);
    const left = (await run(['volume', 'ls', '-q'])).split('\n').filter((volume) => this.volumes.has(volume));
    if (left.length > 0) await run(['volume', 'rm', ...left]);
    for (const tag of await this.builtTags()) await run(['image', 'rm', `burrow:${tag}`]);
    rmSync(this.folder, { recursive: true });
  }
}

async function run(args: string[], { stdin, stdout }: RunOptions = {}): Promise<string> {
  const input = stdin === undefined ? undefined : openSync(stdin, 'r');
  const output = stdout === undefined ? undefined : openSync(stdout, 'w', 0o600);
  const stdio: StdioOptions = [input ?? 'ignore', output ?? 'pipe', 'pipe'];
  const child = spawn(docker, [...dockerArgs, ...args], { cwd: checkout, env: environment, stdio });
  let said = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  for (const file of [input, output]) if (file !== undefined) closeSync(file);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${said}${errors}`);
  return said;
}
