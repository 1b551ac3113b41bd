import type { Finding } from '../modules/installation/public.ts';

/** Findings as lines for a terminal, each with its advice below, and whether nothing is wrong. */
export function reportOf(findings: readonly Finding[]): { text: string; isWell: boolean } {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ what, state, said, todo }) => {
    const told = todo === undefined ? said : `${said}\n${todo}`;
    const indented = told.replaceAll('\n', `\n${' '.repeat(width + 9)}`);
    return `${state.padEnd(5)}  ${what.padEnd(width)}  ${indented}`;
  });
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const verdict =
    wrong === 0 ? `${findings.length} checks passed.` : `${wrong} of ${findings.length} checks failed.`;
  return { text: [...lines, '', verdict].join('\n'), isWell: wrong === 0 };
}
