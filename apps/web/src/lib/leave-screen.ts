/** Leaves a screen by calling back, at once or after asking. */
type Leave = (go: () => void) => void;

const atOnce: Leave = (go) => go();
let leave = atOnce;

/** Lets the open screen ask before it is left, until the returned function is called. */
export function guardScreen(asks: Leave): () => void {
  leave = asks;
  return () => {
    if (leave === asks) leave = atOnce;
  };
}

/** Leaves the open screen for another. Asks first if unsaved changes would be lost. Links are guarded without it. */
export const leaveScreen: Leave = (go) => leave(go);
