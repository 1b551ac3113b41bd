// Puts a practice's booking page into a page of its own website:
//
//   <script src="https://burrow.example/widget.js" data-practice="willow" async></script>
//
// `data-practice` is the practice's subdomain; on the practice's own host it can be left out. `data-service` chooses a
// service, `data-scheme="light"` keeps the frame light, `data-title` is read out by screen readers, `data-target` is the id of
// the element to put it in.

import { bookingFrame } from './booking-frame.ts';

function show(script: HTMLScriptElement): void {
  const { target } = script.dataset;
  const place = target ? document.getElementById(target) : null;
  // An async script can run before the element is parsed.
  if (target && place === null && document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => show(script));
    return;
  }
  const { frame } = bookingFrame(new URL(script.src).origin, script.dataset);
  if (place === null) script.after(frame);
  else place.append(frame);
}

// A script that is not run by its tag, such as one in a bundle, has no place.
if (document.currentScript instanceof HTMLScriptElement) show(document.currentScript);
