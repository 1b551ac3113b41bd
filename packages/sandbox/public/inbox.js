// Brings in new messages while the page is looked at. Without script it shows them when it is loaded again.

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
    // The sandbox is away for a moment; what is shown stays.
    return;
  }
  const fresh = new DOMParser().parseFromString(page, 'text/html');
  for (const id of parts) {
    const shown = document.getElementById(id);
    const next = fresh.getElementById(id);
    // An answer that is being written stays.
    if (shown?.querySelector('details[open]')) continue;
    // Left alone while nothing is new, so that a selection stays.
    if (shown && next && shown.innerHTML !== next.innerHTML) shown.replaceChildren(...next.childNodes);
  }
}

async function keepFresh() {
  await refresh();
  setTimeout(keepFresh, everyMs);
}

setTimeout(keepFresh, everyMs);
document.addEventListener('visibilitychange', refresh);
