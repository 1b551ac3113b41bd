import { Toast } from '@base-ui/react/toast';

/** Shared by the calls below and the {@link Toaster} that shows them. */
export const toastManager = Toast.createToastManager();

export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastOptions {
  description?: string;
  action?: ToastAction;
  /** Names what the message is about; it replaces the one before it, whose Undo would no longer fit. */
  about?: string;
}

/** By what they are about, the last message shown. */
const latest = new Map<string, string>();

function show(type: 'success' | 'error', title: string, { description, action, about }: ToastOptions = {}) {
  const former = about === undefined ? undefined : latest.get(about);
  if (former !== undefined) toastManager.close(former);
  const id = toastManager.add({
    title,
    description,
    type,
    priority: type === 'error' ? 'high' : 'low',
    // Something to press needs time to be found.
    timeout: action ? 10_000 : type === 'error' ? 8_000 : 4_000,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toastManager.close(id);
        action.onPress();
      },
    },
  });
  if (about !== undefined) latest.set(about, id);
}

/** Short messages in the corner. They go away by themselves: what must be read belongs in the page. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
};
