/** How far a line that introduces a quotation may be broken. */
const maxIntroduction = 3;
/** How many empty lines may be between that line and the quotation. */
const maxBlank = 3;
/** How many lines the copied headers of the quoted message may take. */
const maxHeaders = 8;
const maxLine = 1000;

/**
 * The reply in an email, without the quoted history. It is careful, because what it leaves out is not kept anywhere: only
 * lines marked as quoted, the line that introduces them, and everything below a copy of the previous message that begins
 * with its headers, or with whom it quotes. A reply between quoted lines stays. A forwarded message stays whole, and so
 * does a message with nothing of its own.
 */
export function ownWords(text: string, subject: string): string {
  if (/^\s{0,9}fwd?\s{0,3}:/i.test(subject)) return text;
  const lines = text.split('\n');
  const kept = withoutQuotes(lines.slice(0, startOfCopy(lines)));
  const own = kept.join('\n').trim();
  return own === '' ? text : own;
}

/** Where a copy of the previous message without marks begins: at its rule, its headers, or the words before it. */
function startOfCopy(lines: readonly string[]): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  const at = lines.findIndex(
    (line, index) =>
      /^-{3,9} ?Original Message ?-{3,9}$/i.test(line.trim()) ||
      areHeaders(lines, index) ||
      // Above quoted lines, a reply may stand between them.
      (index > lastQuoted && areIntroduction(lines, index)),
  );
  if (at < 0) return lines.length;
  const before = lines.findLastIndex((line, index) => index < at && line.trim() !== '');
  return before >= 0 && /^_{10,99}$/.test(lines[before]?.trim() ?? '') ? before : at;
}

/** Whether the copied headers of a message begin here: From, then Sent or Date, To and Subject close together. */
function areHeaders(lines: readonly string[], from: number): boolean {
  if (!isHeader(lines[from] ?? '', 'From')) return false;
  const next = lines.slice(from + 1, from + maxHeaders);
  const has = (name: string): boolean => next.some((line) => isHeader(line, name));
  return (has('Sent') || has('Date')) && has('To') && has('Subject');
}

/** Whether an English introduction with the address of whom is quoted begins here. */
function areIntroduction(lines: readonly string[], from: number): boolean {
  if (!lines[from]?.startsWith('On ')) return false;
  const next = lines.slice(from, from + maxIntroduction);
  return next.some((_line, index) => {
    const sentence = next
      .slice(0, index + 1)
      .join(' ')
      .trim()
      .slice(0, maxLine);
    return sentence.endsWith('wrote:') && sentence.includes('<') && sentence.includes('@');
  });
}

/** Some mail programs write the names in bold: *From:* … */
const isHeader = (line: string, name: string): boolean =>
  line.startsWith(`${name}: `) || line.startsWith(`*${name}:* `);

const isQuoted = (line: string): boolean => line.startsWith('>');

function withoutQuotes(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (!isQuoted(line)) {
      kept.push(line);
      continue;
    }
    const previous = lines[index - 1];
    if (previous === undefined || !isQuoted(previous)) removeIntroduction(kept);
  }
  return kept;
}

/** Removes 'On Monday, Willow Vets <…> wrote:' at the end, which may be broken into lines. */
function removeIntroduction(kept: string[]): void {
  const from = Math.max(0, kept.length - 1 - maxBlank);
  const last = kept.findLastIndex((line, index) => index < from || line.trim() !== '');
  if (last < from || !kept[last]?.trim().endsWith(':')) return;
  for (let lines = 1; lines <= Math.min(maxIntroduction, last + 1); lines += 1) {
    const first = last + 1 - lines;
    const sentence = kept
      .slice(first, last + 1)
      .join(' ')
      .trim();
    // A blank line ends the search.
    if (kept[first]?.trim() === '' || sentence.length > maxLine) return;
    if (introduces(sentence)) {
      kept.length = first;
      return;
    }
  }
}

/** In English, or in any language by the address of whom is quoted. */
const introduces = (sentence: string): boolean =>
  (sentence.startsWith('On ') && sentence.endsWith('wrote:') && /\d/.test(sentence)) ||
  (sentence.endsWith(':') && sentence.includes('<') && sentence.includes('@'));
