import { Toast } from '@base-ui/react/toast';

/** Shared by the calls below and the {@link Toaster} that shows them. */
export const toastManager = Toast.createToastManager();

export interface ToastAction {
  label: string;
  onPress: () => void;
}

function show(
  type: 'success' | 'error',
  title: string,
  options: { description?: string; action?: ToastAction } = {},
) {
  const { description, action } = options;
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
}

/** Short messages in the corner. They go away by themselves: what must be read belongs in the page. */
export const toast = {
  success: (title: string, options?: { description?: string; action?: ToastAction }) =>
    show('success', title, options),
  error: (title: string, options?: { description?: string; action?: ToastAction }) =>
    show('error', title, options),
};
