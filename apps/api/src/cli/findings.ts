/** What was looked at, and what was found. A 'note' is worth knowing and stops nothing. */
export interface Finding {
  what: string;
  state: 'ok' | 'note' | 'wrong';
  said: string;
}

/** Findings as lines for a terminal, one each, and whether nothing is wrong. */
export function reportOf(findings: readonly Finding[]): { text: string; isWell: boolean } {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ what, state, said }) => {
    const indented = said.replaceAll('\n', `\n${' '.repeat(width + 9)}`);
    return `${state.padEnd(5)}  ${what.padEnd(width)}  ${indented}`;
  });
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const verdict = wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} are wrong.`;
  return { text: [...lines, '', verdict].join('\n'), isWell: wrong === 0 };
}
