import { confirmIdentityFirst, type DocumentAction, type InputOf } from './api.ts';
import { credentialsFor } from './form-body.ts';
import { sessionStore } from './session-store.ts';

/**
 * Lets the browser fetch a document of any size and save it while it arrives, without passing through the page.
 * The session's key goes in the body of a form and never in an address. The page learns of a refusal but cannot read
 * it.
 * Asks the person to confirm who they are first, if that is due.
 * @param onRefused called when the server answered something else than a document
 * @returns whether it began; false when the person did not confirm who they are
 */
export async function downloadNatively<Name extends DocumentAction>(
  name: Name,
  input: InputOf<Name>,
  onRefused: () => void,
): Promise<boolean> {
  if (!(await confirmIdentityFirst())) return false;
  const frame = document.createElement('iframe');
  frame.name = `download-${crypto.randomUUID()}`;
  frame.hidden = true;
  frame.title = 'Download';
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `/api/${name}`;
  form.target = frame.name;
  form.hidden = true;
  for (const [field, value] of Object.entries({ ...input, ...credentialsFor(name, sessionStore.get()) })) {
    const control = document.createElement('input');
    control.type = 'hidden';
    control.name = field;
    control.value = String(value);
    form.append(control);
  }
  // A document that is saved is never loaded into the frame; only a refusal is.
  frame.addEventListener('load', () => {
    if (isBlank(frame)) return;
    frame.remove();
    onRefused();
  });
  document.body.append(frame, form);
  form.submit();
  // The key stays in the page no longer than that.
  form.remove();
  return true;
}

/** Whether nothing has been loaded into the frame yet. What the server answered cannot be looked at. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.location.href === 'about:blank';
  } catch {
    return false;
  }
}
