/** For keyboard users: skips header and tabs to the element `main`. Visible while it has the focus. */
export const SkipLink = () => (
  <a
    href="#main"
    className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-surface px-3 py-2 font-semibold focus:translate-y-0"
  >
    Skip to content
  </a>
);
