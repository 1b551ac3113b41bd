import { Toast } from '@base-ui/react/toast';
import { BellRing, CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { toastManager } from './toast.ts';

const rootClass = classNames(
  'flex items-center gap-2.5 rounded-lg border border-line bg-surface py-2 pr-1.5 pl-3.5 shadow-pop',
  'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y)',
  'transition-[opacity,translate] duration-200 data-swiping:transition-none data-limited:hidden',
  'data-starting-style:translate-y-3 data-starting-style:opacity-0 data-ending-style:opacity-0',
);

const actionClass = classNames(
  'min-h-8 rounded-md px-2.5 text-sm font-semibold text-brand hover:bg-brand-soft pointer-coarse:min-h-11',
);

const icons: Record<string, ReactNode> = {
  success: <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-confirmed" />,
  error: <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-attention" />,
  news: <BellRing aria-hidden="true" className="size-5 shrink-0 text-brand" />,
};

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} className={rootClass}>
      {icons[item.type ?? 'success']}
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-semibold" />
        <Toast.Description className="text-sm text-ink-soft" />
      </Toast.Content>
      {item.actionProps ? <Toast.Action className={actionClass} /> : null}
      <Toast.Close
        aria-label="Dismiss"
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ));
}

/**
 * Where toasts appear; rendered once in the app. F6 moves the focus to them. They must not cover the buttons of
 * dialogs, which are at the right, or on a phone at the bottom.
 */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport className="fixed bottom-4 left-4 z-50 flex w-[calc(100vw-2rem)] flex-col gap-2 max-md:top-3 max-md:bottom-auto sm:w-96 print:hidden">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
