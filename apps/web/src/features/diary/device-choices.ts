import { useSyncExternalStore } from 'react';

/** The height of an hour, in pixels. */
export const hourHeights = [64, 100, 160] as const;
/** The steps, in minutes, to which a moved appointment is rounded. */
export const steps = [5, 15] as const;

/** The display options that this browser remembers. */
export interface DeviceChoices {
  hourHeight: (typeof hourHeights)[number];
  /** The hour at the top; null for when the practice opens. */
  firstHour: number | null;
  step: (typeof steps)[number];
  everyone: boolean;
  cancelled: boolean;
  /** Whether who is here is shown beside the grid. */
  here: boolean;
  /** Whether letters are shortcuts. */
  keys: boolean;
}

const storageKey = 'diary';

const usual: DeviceChoices = {
  hourHeight: 100,
  firstHour: null,
  step: 15,
  everyone: false,
  cancelled: false,
  here: true,
  keys: true,
};

const listeners = new Set<() => void>();
let read: { text: string | null; choices: DeviceChoices } = { text: null, choices: usual };

function parsed(text: string | null): DeviceChoices {
  let kept: Partial<Record<keyof DeviceChoices, unknown>> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) kept = value;
  } catch {
    return usual;
  }
  const flag = (name: 'everyone' | 'cancelled' | 'here' | 'keys') =>
    typeof kept[name] === 'boolean' ? kept[name] : usual[name];
  const hour = kept.firstHour;
  return {
    hourHeight: hourHeights.find((height) => height === kept.hourHeight) ?? usual.hourHeight,
    firstHour: typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour < 24 ? hour : null,
    step: steps.find((step) => step === kept.step) ?? usual.step,
    everyone: flag('everyone'),
    cancelled: flag('cancelled'),
    here: flag('here'),
    keys: flag('keys'),
  };
}

function current(): DeviceChoices {
  const text = localStorage.getItem(storageKey);
  if (text !== read.text) read = { text, choices: parsed(text) };
  return read.choices;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function choose(part: Partial<DeviceChoices>): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...current(), ...part }));
  for (const listener of listeners) listener();
}

export const useDeviceChoices = (): DeviceChoices => useSyncExternalStore(subscribe, current);
