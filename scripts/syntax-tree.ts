import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkout, type SourceFile } from './source-files.ts';

/** A node of a file's syntax tree (ESTree, with JSX and TypeScript). */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

interface Vite {
  parseAst: (code: string, options: { lang: 'ts' | 'tsx' }) => SyntaxNode;
}

const required = createRequire(join(checkout, 'apps/web/package.json'));
const vite = (await import(required.resolve('vite'))) as Vite;

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The nodes directly inside a node, in the order of the source. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode);

/**
 * Visits the nodes of a TypeScript file from the outside in.
 * @param visit returns false to skip what is inside a node
 */
export function visitNodes(
  file: SourceFile,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => boolean,
): void {
  const walk = (node: SyntaxNode, parent: SyntaxNode | null): void => {
    if (visit(node, parent)) for (const child of childrenOf(node)) walk(child, node);
  };
  walk(vite.parseAst(file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' }), null);
}
