const controls = 'button, a, [role="menuitem"]';

/**
 * Ignores the second click of a double click if the first was on another control, which has disappeared: the control in
 * its place, such as the next request's Accept, was not meant. Quick clicks on one control all count.
 */
export function ignoreStrayPresses(): void {
  let first: Element | null = null;
  window.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(controls) : null;
      // `detail` counts quick clicks at the same position.
      if (event.detail > 1 && control !== null && control !== first) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      first = control;
    },
    true,
  );
}
