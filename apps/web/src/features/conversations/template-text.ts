import type { replyVariables } from '@burrow/contracts/message-text';

export type ReplyValues = Readonly<Partial<Record<(typeof replyVariables)[number], string>>>;

// No optional white space around the name: it is trimmed in code, so that the pattern cannot backtrack.
const placeholder = /\{\{([^{}]*)\}\}/g;

/** The variables in a text, as they are named between the braces, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim())),
];

/** A template's text with its variables filled in. One without a value stays as it is written. */
export const fillTemplate = (text: string, values: ReplyValues): string =>
  text.replace(placeholder, (whole, written: string) => {
    const value = Object.hasOwn(values, written.trim()) ? values[written.trim() as keyof ReplyValues] : '';
    return value || whole;
  });
