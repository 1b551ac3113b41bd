/** Something on the page, by what a person calls it. */
export interface Target {
  kind: 'button' | 'link' | 'heading' | 'field' | 'label' | 'text';
  /** The name, or the source of a regular expression. */
  name: string;
  isPattern: boolean;
}

/**
 * The visible element that is meant, in the dialog if one is open; null while there is none. Runs in the page: it must not
 * use anything from outside.
 * @param canPress whether it has to be enabled too
 */
export function locate({ kind, name, isPattern }: Target, canPress: boolean): Element | null {
  const plain = (value: string | null | undefined) => (value ?? '').replaceAll(/\s+/g, ' ').trim();
  const pattern = new RegExp(name);
  const isNamed = (value: string) => (isPattern ? pattern.test(value) : value === name);
  const referred = (element: Element) =>
    plain(
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  // Without what is hidden, such as the label of a button while it is busy.
  const nameOf = (element: Element) =>
    plain(element.getAttribute('aria-label')) ||
    referred(element) ||
    plain((element as HTMLElement).innerText);
  const labelsOf = (element: Element) =>
    [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => plain(textContent));
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const canBePressed = (element: Element) =>
    !canPress || (!element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true');
  const selectors = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    field: 'input, select, textarea',
    label: 'label',
    text: '*',
  };
  const matches = (element: Element) => {
    if (kind === 'field')
      return [nameOf(element), ...labelsOf(element)].some(
        // A required field's label ends with a star.
        (value) => isNamed(value) || isNamed(value.replace(/ ?\*$/, '')),
      );
    if (kind === 'text') {
      const inner = [...element.children].some((child) => isNamed(plain(child.textContent)));
      return isNamed(plain(element.textContent)) && !inner;
    }
    return isNamed(nameOf(element));
  };
  const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"]')];
  const within = dialogs.findLast(isSeen) ?? document.body;
  return (
    [...within.querySelectorAll(selectors[kind])].find(
      (element) => isSeen(element) && canBePressed(element) && matches(element),
    ) ?? null
  );
}
