import { sourceFiles, isTest, type SourceFile } from './source-files.ts';
import { childrenOf, visitNodes, type SyntaxNode } from './syntax-tree.ts';

// `npm run texts`: prints the texts that people read, one per line after its file and line.

/** A text in the source; `…` for each inserted value. */
export interface Text {
  path: string;
  line: number;
  text: string;
}

/** Attributes and arguments without natural language. */
const wordless =
  /^(?:class(?:Name|Names)?|.*Class(?:es)?|key|id|to|href|type|d|viewBox|pattern|role|rel|testId)$/;
/** Types, modules and lists of CSS classes. */
const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSTypeAnnotation', 'TSLiteralType']);

const word = /^[(“‘]?(?:[\p{L}’']+|…|\d+)[.,:;!?)”’]*$/u;
/** SQL, and parts of it. */
const code =
  /^(?:alter|begin|create|delete|drop|grant|insert|lock|select|set|truncate|update) [a-z(]|\b[a-z]\.[a-z_]{2}|[=$]|::|\(select /;

const nameOf = (node: unknown): string => {
  const { name } = (node ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
};

function isWordless(node: SyntaxNode): boolean {
  if (skipped.has(node.type)) return true;
  if (node.type === 'JSXAttribute') return wordless.test(nameOf(node['name']));
  if (node.type === 'CallExpression') return /^(?:classNames|statement)$/.test(nameOf(node['callee']));
  if (node.type === 'VariableDeclarator') return wordless.test(nameOf(node['id']));
  return node.type === 'TaggedTemplateExpression';
}

/** The text of a literal or a template, and undefined for any other node. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'JSXText') return String(node['value']);
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return childrenOf(node)
    .filter(({ type }) => type === 'TemplateElement')
    .map((part) => (part['value'] as { cooked: string }).cooked)
    .join('…');
}

/** Whether a string is natural language, and neither a name of the code nor a list of CSS classes. */
function isLanguage(text: string, parent: SyntaxNode | null): boolean {
  const isShown = parent?.type === 'JSXElement' || parent?.type === 'JSXAttribute';
  if (!/[a-z]{2}/i.test(text)) return false;
  if (/^[A-Z]/.test(text) && / /.test(text)) return true;
  if (isShown) return /^[A-Z]/.test(text) || parent.type === 'JSXElement';
  const words = text.split(' ').filter(Boolean);
  if (words.length < 2 || code.test(text)) return false;
  const natural = words.filter((one) => word.test(one)).length;
  return natural >= words.length * (words.length > 3 ? 0.7 : 1);
}

/** All texts of the files that people can read. */
export function textsIn(files: readonly SourceFile[]): Text[] {
  const found: Text[] = [];
  for (const file of files) {
    visitNodes(file, (node, parent) => {
      if (isWordless(node)) return false;
      const text = textOf(node)?.replaceAll(/\s+/g, ' ').trim();
      if (text === undefined || !isLanguage(text, parent)) return true;
      found.push({ path: file.path, line: file.text.slice(0, node.start).split('\n').length, text });
      return true;
    });
  }
  return found;
}

/** Texts of earlier builds, which must stay, and words to recognise in people's files. */
const unread = /\/(?:former-texts|column-names|species-of-file|first-name)\.ts$/;

/** The files whose texts people read: screens, contracts, and what the API answers, sends, prints and logs. */
export const filesWithTexts = (): SourceFile[] =>
  sourceFiles('{apps/api,apps/web,packages/contracts}/src/**/*.{ts,tsx}').filter(
    (file) => !isTest(file) && !unread.test(file.path),
  );

if (import.meta.main) {
  for (const { path, line, text } of textsIn(filesWithTexts())) console.log(`${path}:${line}\t${text}`);
}
