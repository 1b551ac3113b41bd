import { useEffect, useRef, useState } from 'react';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { scrolledContent } from '../scrolled-content.ts';

/** The most pages to render; open a longer document outside. */
const maxPages = 30;

const partsUrl = new URL(`${import.meta.env.BASE_URL}${__PDF_PARTS__}`, window.location.href).href;

/** What the library loads while it reads a PDF. Its decoders are scripts, because the content policy forbids WebAssembly. */
const parts = {
  useWasm: false,
  wasmUrl: `${partsUrl}wasm/`,
  standardFontDataUrl: `${partsUrl}standard_fonts/`,
  cMapUrl: `${partsUrl}cmaps/`,
};

/** Ends when the library's worker, which all documents share, has let go of the former one; it refuses a new one until then. */
let closing: Promise<void> = Promise.resolve();

interface Drawn {
  pages: number;
  /** Of the whole document. */
  all: number;
}

/**
 * Renders a PDF page by page with a library, because the strict content policy forbids the browser's plug-in and phones
 * have none. Loaded on demand.
 */
async function drawPages(
  content: Blob,
  into: HTMLElement,
  signal: AbortSignal,
  onPage: (drawn: Drawn) => void,
) {
  const pdf = await import('pdfjs-dist');
  pdf.GlobalWorkerOptions.workerPort ??= new Worker(
    new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url),
    { type: 'module' },
  );
  await closing;
  if (signal.aborted) return;
  const loading = pdf.getDocument({ data: await content.arrayBuffer(), ...parts });
  const close = (): void => {
    closing = loading.destroy();
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  const document = await loading.promise;
  const width = into.clientWidth;
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && !signal.aborted; number += 1) {
    const page = await document.getPage(number);
    const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(window.devicePixelRatio, 2);
    const viewport = page.getViewport({ scale });
    const canvas = window.document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    canvas.className = 'w-full rounded-md border border-line bg-white';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `Page ${number} of ${document.numPages}`);
    await page.render({ canvas, viewport }).promise;
    if (signal.aborted) return;
    into.append(canvas);
    onPage({ pages: number, all: document.numPages });
  }
}

export default function PdfPages({ content }: { content: Blob }) {
  const pages = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const into = pages.current;
    if (!into) return undefined;
    const stop = new AbortController();
    drawPages(content, into, stop.signal, setDrawn).catch(() => {
      if (!stop.signal.aborted) setFailed(true);
    });
    return () => {
      stop.abort();
      into.replaceChildren();
    };
  }, [content]);
  return (
    <>
      {drawn || failed ? null : <Loading />}
      {failed ? (
        <ErrorPanel title="Failed to load file">
          This PDF can’t be shown here. Download it to open it in another app.
        </ErrorPanel>
      ) : null}
      <div ref={pages} role="group" aria-label="Pages" {...scrolledContent} className="flex flex-col gap-3" />
      {drawn && drawn.all > maxPages && drawn.pages === maxPages ? (
        <p className="mt-3 text-ink-soft">
          The first {maxPages} of {drawn.all} pages. Download the file to read the rest.
        </p>
      ) : null}
    </>
  );
}
