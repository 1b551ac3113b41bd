import { Toast } from '@base-ui/react/toast';
import { messageOf } from '../lib/api-error.ts';

/** Shared by the calls below and the {@link Toaster} that shows them. */
export const toastManager = Toast.createToastManager();

export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastOptions {
  description?: string;
  action?: ToastAction;
  /** Undoes what the message reports, by a button or the key for it. */
  undo?: () => void;
  /**
   * The subject of the message. It replaces the previous message about the same subject, whose Undo would no longer
   * fit.
   */
  about?: string;
}

/** The last message shown about each subject. */
const latest = new Map<string, string>();

/** What the shown Undo buttons do, by the message's id, the newest last. */
const undos = new Map<string, () => void>();

function show(
  type: 'success' | 'error' | 'news',
  title: string,
  { description, action: other, undo, about }: ToastOptions = {},
) {
  const action = undo ? { label: 'Undo', onPress: undo } : other;
  const former = about === undefined ? undefined : latest.get(about);
  if (former !== undefined) toastManager.close(former);
  const press = () => {
    toastManager.close(id);
    action?.onPress();
  };
  const id = toastManager.add({
    title,
    description,
    type,
    priority: type === 'error' ? 'high' : 'low',
    // People need time to find a button.
    timeout: action ? 10_000 : type === 'error' ? 8_000 : 4_000,
    actionProps: action && { children: action.label, onClick: press },
    onClose: () => {
      undos.delete(id);
    },
  });
  if (undo) undos.set(id, press);
  if (about !== undefined) latest.set(about, id);
}

export interface Outcome {
  /** Shown on success. */
  done: string;
  /** Shown on failure, with the server's reason below; or a function of the error. */
  failed: string | ((error: unknown) => string);
  /** Shown below `done`. */
  description?: string;
  about?: string;
  undo?: () => void;
}

/** Short messages in the corner. They disappear after a while, so essential text belongs in the page. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  /** Reports another person's action. */
  news: (title: string, options?: ToastOptions) => show('news', title, options),
  /** Closes the message about a subject. */
  close: (about: string) => {
    const shown = latest.get(about);
    if (shown !== undefined) toastManager.close(shown);
    latest.delete(about);
  },
  /** Presses the newest Undo that is shown, if there is one. */
  pressUndo: () => [...undos.values()].at(-1)?.(),
  /** Shows a failure and, below, the server's reason if it gave one. */
  failed: (title: string, error: unknown, options?: ToastOptions) =>
    show('error', title, { description: messageOf(error, ''), ...options }),
  /**
   * Reports the result of an action whose button may be gone by then, such as an Undo. It takes the promise
   * (`mutateAsync`), because the callbacks of `mutate` are dropped when the component is unmounted.
   */
  tell: (command: Promise<unknown>, { done, failed, description, about, undo }: Outcome): void => {
    const options = about === undefined ? {} : { about };
    command.then(
      () =>
        show('success', done, {
          ...options,
          ...(description !== undefined && { description }),
          ...(undo && { undo }),
        }),
      (error: unknown) => {
        if (typeof failed === 'string') toast.failed(failed, error, options);
        else show('error', failed(error), options);
      },
    );
  },
};
