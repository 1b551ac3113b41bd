// Puts a practice's booking page into a page of its own website:
//
//   <script src="https://burrow.example/widget.js" data-practice="willow" async></script>
//
// `data-practice` is the practice's subdomain; on the practice's own host it can be left out. `data-service` chooses a
// service, `data-scheme="light"` keeps the frame light, `data-target` is the id of the element to put it in.

import { frameMessages } from './frame-height.ts';

const startHeight = 640;
/** Against a page that grows with its own frame. */
const mostPixels = 20_000;

/** The address of the frame. */
function frameAddress(origin: string, { practice, service, scheme }: DOMStringMap): string {
  const page = new URL(practice ? `/book/${encodeURIComponent(practice)}` : '/book', origin);
  page.searchParams.set('embed', '1');
  if (service) page.searchParams.set('service', service);
  if (scheme) page.searchParams.set('scheme', scheme);
  return page.href;
}

/** Gives the frame the height that its page has. Messages of other windows and other sites are ignored. */
function followHeight(frame: HTMLIFrameElement, origin: string): void {
  let isFirst = true;
  let height = 0;
  window.addEventListener('message', (event: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    if (event.data?.type !== frameMessages.height || typeof event.data.height !== 'number') return;
    if (!(event.data.height > 0)) return;
    const shrinks = event.data.height < height;
    height = Math.min(event.data.height, mostPixels);
    frame.style.height = `${height}px`;
    // The next step is shorter, and begins above what is visible.
    if (!isFirst && shrinks && frame.getBoundingClientRect().top < 0)
      frame.scrollIntoView({ block: 'start' });
    isFirst = false;
  });
  const hello = () => frame.contentWindow?.postMessage({ type: frameMessages.hello }, origin);
  frame.addEventListener('load', hello);
}

function show(script: HTMLScriptElement): void {
  const { origin } = new URL(script.src);
  const frame = document.createElement('iframe');
  frame.title = script.dataset['title'] ?? 'Book an appointment';
  frame.style.cssText = `display:block;width:100%;border:0;height:${startHeight}px;color-scheme:auto`;
  frame.allow = 'clipboard-write';
  followHeight(frame, origin);
  frame.src = frameAddress(origin, script.dataset);
  const { target } = script.dataset;
  const place = target ? document.getElementById(target) : null;
  if (place === null) script.after(frame);
  else place.append(frame);
}

// A script that is not run by its tag, such as one in a bundle, has no place.
if (document.currentScript instanceof HTMLScriptElement) show(document.currentScript);
