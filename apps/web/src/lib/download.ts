import { callAction, confirmIdentity, post, type DocumentAction, type InputOf } from './api.ts';
import { credentialsFor } from './form-body.ts';
import { newKey } from './requests.ts';
import { saveFile } from './save-file.ts';
import { sessionStore } from './session-store.ts';

/** The document's name from the server, or the name of its action. */
const nameOfDocument = (headers: Headers, action: string): string =>
  /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? action.replaceAll('/', '-');

/**
 * Fetches a document and saves it as a file: as `filename`, such as `invoice-12.pdf`, or under the name from the
 * server. Rejects with an `ApiError`.
 */
export async function downloadDocument<Name extends DocumentAction>(
  name: Name,
  input: InputOf<Name>,
  filename?: string,
): Promise<void> {
  const response = await post(name, input, {});
  saveFile(await response.blob(), filename ?? nameOfDocument(response.headers, name));
}

/** The minimum remaining seconds of a proof when a download starts. */
const freshForNextRequest = 10;

/**
 * Lets the browser fetch a document of any size and save it while it arrives, without loading it into the page. The
 * session's key is in the body of a form and never in an address. The page notices an error response but cannot read
 * it. If necessary, asks the person to confirm who they are first.
 * @param onRefused called if the server returned anything but a document
 * @throws ApiError
 * @returns whether the download started; false if the person did not confirm who they are
 */
export async function downloadNatively<Name extends DocumentAction>(
  name: Name,
  input: InputOf<Name>,
  onRefused: () => void,
): Promise<boolean> {
  // The error response that asks for a proof could not be read.
  const { fresh_seconds_left: left } = await callAction('session', {});
  if (left < freshForNextRequest && !(await confirmIdentity())) return false;
  const frame = document.createElement('iframe');
  frame.name = `download-${newKey()}`;
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
  // A document that is saved is never loaded into the frame; only an error response is.
  frame.addEventListener('load', () => {
    if (isBlank(frame)) return;
    frame.remove();
    onRefused();
  });
  document.body.append(frame, form);
  form.submit();
  // Remove the key from the page at once.
  form.remove();
  return true;
}

/** Whether nothing has been loaded into the frame yet. The response itself cannot be read. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument?.location.href === 'about:blank';
  } catch {
    return false;
  }
}
