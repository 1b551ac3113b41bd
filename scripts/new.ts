import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  actionTest,
  camel,
  declaration,
  handler,
  pageTest,
  pageText,
  pascal,
  readModel,
  readModelImports,
  title,
} from './new-templates.ts';

// Writes the files of something new, ready to compile and to pass its first test.
//   npm run new:action -- <module> <action> [command]    such as: kennel kennel_cards
//   npm run new:page -- <feature> <page>                 such as: rota rota-week
//   npm run new:migration -- <what it does>              such as: rota_shifts

const root = join(import.meta.dirname, '..');
/** New text by path. */
type Files = Map<string, string>;

const isKebab = (name = ''): boolean => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name);
const isSnake = (name = ''): boolean => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The text with a line inserted before the one place that `mark` names. */
function insertBefore(text: string, mark: string, line: string, from = 0): string {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new Error(`Found no place for ${line.trim()}.`);
  return text.slice(0, at) + line + text.slice(at);
}

/** The text with an entry added to the end of the object that begins at `start`. */
const addEntry = (text: string, start: string, entry: string): string =>
  insertBefore(text, '\n}', `\n${entry}`, text.indexOf(start));

/** The text with a name imported: in the line that imports from there already, or in one of its own. */
function addImport(text: string, name: string, from: string): string {
  const end = text.indexOf(`} from '${from}';`);
  if (end < 0) {
    const last = text.lastIndexOf("';\n", text.search(/^export /m)) + 3;
    return `${text.slice(0, last)}import { ${name} } from '${from}';\n${text.slice(last)}`;
  }
  const names = text.slice(text.lastIndexOf('{', end), end);
  if (new RegExp(`\\b${name}\\b`).test(names)) return text;
  return `${text.slice(0, end).trimEnd().replace(/,$/, '')}, ${name} ${text.slice(end)}`;
}

/** The path of the one file that contains the text. */
const holding = (pattern: string, text: string): string | undefined =>
  globSync(pattern, { cwd: root }).find((path) => read(path).includes(text));

/** The contract and the handlers of a new module, entered where all of them are listed. */
function newModule(module: string): Files {
  if (existsSync(join(root, `apps/api/src/modules/${module}`)))
    throw new Error(`modules/${module} has its actions in a contract with another name. Give that name.`);
  const [actions, handlers] = [`${camel(module)}Actions`, `${camel(module)}Handlers`];
  const allActions = 'packages/contracts/src/actions.ts';
  const allHandlers = 'apps/api/src/handlers.ts';
  return new Map([
    [
      `packages/contracts/src/${module}.ts`,
      `import { z } from 'zod';
import { defineActionsIn } from './action.ts';

export const ${actions} = defineActionsIn('practice', {
});
`,
    ],
    [
      `apps/api/src/modules/${module}/actions.ts`,
      `import type { ${actions} } from '@burrow/contracts/${module}';
import type { Handlers } from '../../context/handlers.ts';

export const ${handlers}: Handlers<typeof ${actions}> = {
};
`,
    ],
    [
      allActions,
      addEntry(
        insertBefore(
          read(allActions),
          '\n/** Every action',
          `import { ${actions} } from './${module}.ts';\n`,
        ),
        'const actions = {',
        `  ...${actions},`,
      ),
    ],
    [
      allHandlers,
      addEntry(
        addImport(read(allHandlers), handlers, `./modules/${module}/actions.ts`),
        'export const handlers',
        `  ...${handlers},`,
      ),
    ],
  ]);
}

function newAction([module = '', action = '', kind = 'query']: readonly string[]): Files {
  if (!isKebab(module) || !isSnake(action) || !['query', 'command'].includes(kind))
    throw new Error(
      'Use: npm run new:action -- <module> <action> [query|command], such as: kennel kennel_cards',
    );
  const isCommand = kind === 'command';
  const declared = `export const ${camel(module)}Actions = defineActions`;
  const contract = holding('packages/contracts/src/*.ts', declared);
  const files = contract ? new Map<string, string>() : newModule(module);
  const textOf = (path: string): string => files.get(path) ?? read(path);
  const contractPath = contract ?? `packages/contracts/src/${module}.ts`;
  const handlersPath =
    holding('apps/api/src/modules/*/*.ts', `typeof ${camel(module)}Actions>`) ??
    `apps/api/src/modules/${module}/actions.ts`;
  if (textOf(contractPath).includes(`  ${action}: {`))
    throw new Error(`${action} is already in ${contractPath}.`);
  const hasOneScope = textOf(contractPath).includes(`${declared}In(`);
  const scope = hasOneScope ? '' : `\n    scope: 'practice',`;
  const imports = addImport(textOf(contractPath), 'practiceStaff', './roles.ts');
  files.set(
    contractPath,
    addEntry(
      isCommand ? addImport(imports, 'done', './wire.ts') : imports,
      declared,
      declaration(action, isCommand, scope),
    ),
  );
  files.set(handlersPath, addEntry(textOf(handlersPath), 'Handlers: Handlers<', handler(action, isCommand)));
  const folder = dirname(handlersPath);
  files.set(`${folder}/${action.replaceAll('_', '-')}.test.ts`, actionTest(action));
  if (isCommand) return files;
  const readModelPath = `${folder}/read-model.ts`;
  const former = existsSync(join(root, readModelPath)) ? read(readModelPath) : readModelImports;
  files.set(readModelPath, former + readModel(action));
  files.set(handlersPath, addImport(textOf(handlersPath), camel(action), './read-model.ts'));
  return files;
}

function newPage([feature = '', name = '']: readonly string[]): Files {
  if (!isKebab(feature) || !isKebab(name))
    throw new Error('Use: npm run new:page -- <feature> <page>, such as: rota rota-week');
  const file = `features/${feature}/pages/${name}-page.tsx`;
  if (existsSync(join(root, 'apps/web/src', file))) throw new Error(`${file} exists already.`);
  const page = `${pascal(name)}Page`;
  const pathsFile = 'apps/web/src/lib/paths.ts';
  const pagesFile = 'apps/web/src/app/pages.ts';
  const load = `async () => (await import('../${file}')).${page}`;
  return new Map([
    [`apps/web/src/${file}`, pageText(name)],
    [`e2e/${name}.test.ts`, pageTest(name)],
    [
      pathsFile,
      insertBefore(read(pathsFile), '  settings: (category', `  ${camel(name)}: '/admin/${name}',\n`),
    ],
    [
      pagesFile,
      insertBefore(
        read(pagesFile),
        '    {\n      path: paths.settings(),',
        `    { path: paths.${camel(name)}, load: ${load} },\n`,
      ),
    ],
  ]);
}

function newMigration([name = '']: readonly string[]): Files {
  if (!isSnake(name)) throw new Error('Use: npm run new:migration -- <what_it_does>, such as: rota_shifts');
  const last = readdirSync(join(root, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1);
  const number = String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0');
  return new Map([[`migrations/${number}_${name}.sql`, `-- ${title(name)}.\n`]]);
}

const kinds: Record<string, { files: (args: readonly string[]) => Files; next: string }> = {
  action: {
    files: newAction,
    next: 'Next: npm test -- <the new test>, then npm test -- apps/api/src/http/openapi.test.ts -u and read the difference.',
  },
  page: {
    files: newPage,
    next: 'Next: npm run dev and open it. For admins only, add `access: adminOnly` to its entry.',
  },
  migration: { files: newMigration, next: 'Next: write it, then npm test -- apps/api/src/db -u.' },
};

const [kind = '', ...args] = process.argv.slice(2);
try {
  const wanted = kinds[kind];
  if (!wanted) throw new Error('Use: npm run new:action, new:page or new:migration.');
  const files = wanted.files(args);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  const code = [...files.keys()].filter((path) => !path.endsWith('.sql'));
  if (code.length > 0)
    spawnSync('prettier', ['--log-level', 'warn', '--write', ...code], { cwd: root, stdio: 'inherit' });
  console.log(`\n${wanted.next}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
