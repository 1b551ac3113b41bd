import { frameMessages } from './frame-height.ts';

const startHeight = 640;
/** Against a page that grows with its own frame. */
const mostPixels = 20_000;

/** What `data-…` of the script tag, or a preview, says about the frame. */
export interface FrameChoices {
  /** The practice's subdomain; without it, the practice of the host. */
  practice?: string | undefined;
  service?: string | undefined;
  /** 'light' keeps it light. */
  scheme?: string | undefined;
  title?: string | undefined;
}

function frameAddress(origin: string, { practice, service, scheme }: FrameChoices): string {
  const page = new URL(practice ? `/book/${encodeURIComponent(practice)}` : '/book', origin);
  page.searchParams.set('embed', '1');
  if (service) page.searchParams.set('service', service);
  if (scheme) page.searchParams.set('scheme', scheme);
  return page.href;
}

/** Gives the frame the height that its page has. Messages of other windows and other sites are ignored. */
function followHeight(frame: HTMLIFrameElement, origin: string): () => void {
  let height: number | null = null;
  const follow = (event: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const said = event.data?.type === frameMessages.height ? event.data.height : null;
    if (typeof said !== 'number' || !(said > 0)) return;
    const shrinks = height !== null && said < height;
    height = Math.min(said, mostPixels);
    frame.style.height = `${height}px`;
    // The next step is shorter, and begins above what is visible.
    if (shrinks && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
  };
  window.addEventListener('message', follow);
  frame.addEventListener('load', () => {
    frame.contentWindow?.postMessage({ type: frameMessages.hello }, origin);
  });
  return () => window.removeEventListener('message', follow);
}

/** A frame with the booking page of the server at `origin`, as high as the page; and a function that removes it. */
export function bookingFrame(
  origin: string,
  choices: FrameChoices,
): { frame: HTMLIFrameElement; remove: () => void } {
  const frame = document.createElement('iframe');
  frame.title = choices.title ?? 'Book an appointment';
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', height: `${startHeight}px` });
  const stop = followHeight(frame, origin);
  frame.src = frameAddress(origin, choices);
  const remove = () => {
    stop();
    frame.remove();
  };
  return { frame, remove };
}
