const attribute = 'data-focus-home';

/** Marks an element that gets the focus when the focused control inside it disappears or is disabled. */
export const focusHomeMark = { [attribute]: '' };

const menus = '[role="menu"], [role="listbox"]';
/** Dialogs and menus above the page. */
const layers = `dialog, [role="dialog"], [role="alertdialog"], ${menus}`;

/** A position of the focus. */
interface Stop {
  control: HTMLElement;
  /** The homes and layers around it, the innermost first. */
  around: readonly HTMLElement[];
  /** The layer of the position; null for the page itself. */
  layer: HTMLElement | null;
}

/** How many positions are remembered: more than dialogs can be nested. */
const maxTrail = 40;
const trail: Stop[] = [];

function remember(control: HTMLElement): void {
  if (trail.at(-1)?.control === control) return;
  const around: HTMLElement[] = [];
  for (let element: HTMLElement | null = control; element !== null; element = element.parentElement)
    if (element.matches(`[${attribute}], ${layers}`)) around.push(element);
  trail.push({ control, around, layer: control.closest<HTMLElement>(layers) });
  if (trail.length > maxTrail) trail.shift();
}

/** Whether an element can still have the focus. */
const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

function focusFirst(candidates: readonly HTMLElement[]): boolean {
  for (const element of candidates) {
    if (!element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return true;
  }
  return false;
}

/** Moves a lost focus to the area around its control or, if its layer closed, to the control that opened the layer. */
function restore(): void {
  const last = trail.at(-1);
  if (last === undefined || isUsable(last.control)) return;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body && activeElement !== last.control) return;
  for (const stop of trail.toReversed()) {
    if (focusFirst(isUsable(stop.control) ? [stop.control, ...stop.around] : stop.around)) return;
    if (stop.layer === null) return;
  }
}

/**
 * Restores the focus whenever it is lost. A control may be removed or disabled at any moment: before, while or after a
 * dialog closes, with a command's response or with the refetched list. So every change of the page is checked.
 */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) remember(target);
  });
  new MutationObserver(restore).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}

/**
 * Where the focus goes when a layer closes: to the control that had it before, or to the area around it if that is
 * gone.
 * @returns null if it is unknown, such as for a layer that opened with the page
 */
export function focusBefore(layer: HTMLElement): { control: HTMLElement } | { home: HTMLElement } | null {
  for (const stop of trail.toReversed()) {
    if (stop.layer !== null && (stop.layer === layer || stop.layer.matches(menus))) continue;
    if (stop.layer?.isConnected === false) continue;
    if (isUsable(stop.control)) return { control: stop.control };
    const home = stop.around.find((element) => element.isConnected);
    return home === undefined ? null : { home };
  }
  return null;
}
