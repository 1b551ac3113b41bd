// Loads new messages while the page is open. Without scripts they appear on reload.

const everyMs = 2000;
const parts = ['count', 'messages'];

async function refresh() {
  if (document.hidden) return;
  let page;
  try {
    const response = await fetch(location.href, { cache: 'no-cache' });
    if (!response.ok) return;
    page = await response.text();
  } catch {
    // The sandbox does not answer for a moment; keep the page as it is.
    return;
  }
  const fresh = new DOMParser().parseFromString(page, 'text/html');
  for (const id of parts) {
    const shown = document.getElementById(id);
    const next = fresh.getElementById(id);
    // Keep a reply that is being typed.
    if (shown?.querySelector('details[open]')) continue;
    // Keep the page while nothing is new, so that a selection stays.
    if (shown && next && shown.innerHTML !== next.innerHTML) shown.replaceChildren(...next.childNodes);
  }
}

async function keepFresh() {
  await refresh();
  setTimeout(keepFresh, everyMs);
}

setTimeout(keepFresh, everyMs);
document.addEventListener('visibilitychange', refresh);
