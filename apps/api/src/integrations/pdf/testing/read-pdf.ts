import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text on a page; points from the bottom left corner. */
export interface PlacedText {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  width: number;
  size: number;
}

export interface ReadPage {
  /** The page's text in reading order, a line break wherever the baseline changes. */
  text: string;
  pieces: PlacedText[];
}

interface ReadPdf {
  pages: ReadPage[];
  /** All pages. */
  text: string;
  info: { title: string; author: string };
}

/** Reads a PDF as another program would: the text that can be selected and copied, in the stored order. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false });
  const document = await loading.promise;
  const { info } = await document.getMetadata();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(readPage(content.items.filter((item) => 'str' in item)));
  }
  await loading.destroy();
  const named = info as { Title?: string; Author?: string };
  return {
    pages,
    text: pages.map((page) => page.text).join('\n'),
    info: { title: named.Title ?? '', author: named.Author ?? '' },
  };
}

interface TextItem {
  str: string;
  transform: number[];
  width: number;
}

function readPage(items: readonly TextItem[]): ReadPage {
  let text = '';
  let baseline: number | undefined;
  const pieces: PlacedText[] = [];
  for (const { str, transform, width } of items) {
    const [size = 0, , , , x = 0, y = 0] = transform;
    if (str === '') continue;
    const moved = baseline !== undefined && Math.abs(y - baseline) > 0.5;
    text += (moved ? '\n' : '') + str;
    baseline = y;
    if (str.trim() !== '') pieces.push({ text: str, x, y, width, size });
  }
  return { text, pieces };
}
