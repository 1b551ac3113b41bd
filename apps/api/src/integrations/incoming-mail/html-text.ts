/** Elements whose content is not text. */
const unseen = new Set(['script', 'style', 'title', 'template']);
const endOfUnseen = /<\/(?:script|style|title|template)\b/gi;

/** Elements that begin and end a line; those of `paragraphs` also leave a line free. */
const blocks = new Set('div tr li dt dd section article header footer address pre hr center'.split(' '));
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table'.split(' '));

/** The names of the characters from U+00A0 to U+00FF, in order. */
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const named = new Map<string, string>([
  ...latinNames.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: '’', euro: '€', hellip: '…', bull: '•' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', trade: '™' }),
]);
named.set('apos', "'");

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi;

const withoutEntities = (text: string): string =>
  text.replaceAll(entity, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? written;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });

/** How many characters of text are collected; what is kept of an email is much less. */
const maxText = 200_000;

/** Collects the lines of a page. */
class Lines {
  readonly lines: string[] = [];
  private line = '';
  private isAfterSpace = true;
  private length = 0;

  get isFull(): boolean {
    return this.length > maxText;
  }
  /** How many quotations this line is in. */
  private quotes = 0;

  add(text: string): void {
    const spaced = text.slice(0, maxText).replaceAll(/[\t\n\f\r ]+/g, ' ');
    const written = this.isAfterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (written === '') return;
    this.line += withoutEntities(written);
    this.length += written.length;
    // Not asked of the whole line, which would be copied each time.
    this.isAfterSpace = written.endsWith(' ');
  }

  /** Ends the line, if anything is on it. */
  end(): void {
    if (this.line.trim() !== '') this.break();
    this.line = '';
    this.isAfterSpace = true;
  }

  /** Ends the line, also an empty one. */
  break(): void {
    this.push(this.line.trim());
    this.line = '';
    this.isAfterSpace = true;
  }

  /** Leaves a line free, unless there is one. */
  space(): void {
    this.end();
    const last = this.lines.at(-1) ?? '';
    if (last !== '' && !/^[> ]+$/.test(last)) this.push('');
  }

  /** Begins a quotation, or ends one. */
  quote(more: 1 | -1): void {
    this.end();
    if (more > 0) this.space();
    this.quotes = Math.max(0, this.quotes + more);
    if (more < 0) this.space();
  }

  private push(line: string): void {
    this.lines.push(`${'> '.repeat(Math.min(this.quotes, 5))}${line}`);
    this.length += 1;
  }
}

/**
 * The text of an HTML email, with `> ` before the lines of a quotation. In one pass, because the page is a stranger's;
 * no tag of it survives.
 */
export function htmlText(html: string): string {
  const page = new Lines();
  let at = 0;
  while (at < html.length && !page.isFull) {
    const tag = html.indexOf('<', at);
    page.add(html.slice(at, tag < 0 ? undefined : tag));
    if (tag < 0) break;
    at = afterTag(html, tag, page);
  }
  page.end();
  return page.lines.join('\n');
}

/** Takes the tag or comment that begins at `tag` into account. @returns where the text goes on */
function afterTag(html: string, tag: number, page: Lines): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag + 4);
  const [, closing, written] = /^<([/!?]?)([a-z][a-z\d]{0,15})?/i.exec(html.slice(tag, tag + 20)) ?? [];
  if (written === undefined && !closing) {
    page.add('<');
    return tag + 1;
  }
  const name = (written ?? '').toLowerCase();
  const end = after(html, '>', tag);
  if (!closing && unseen.has(name)) {
    endOfUnseen.lastIndex = end;
    const found = endOfUnseen.exec(html);
    return found ? after(html, '>', found.index) : html.length;
  }
  layOut(page, name, Boolean(closing));
  return end;
}

function layOut(page: Lines, name: string, isEnd: boolean): void {
  if (name === 'blockquote') page.quote(isEnd ? -1 : 1);
  else if (name === 'br') page.break();
  else if (name === 'td' || name === 'th') page.add(' ');
  else if (blocks.has(name)) page.end();
  else if (paragraphs.has(name)) page.space();
  if (name === 'li' && !isEnd) page.add('• ');
}

/** The position after the next `mark`; the end if there is none. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}
