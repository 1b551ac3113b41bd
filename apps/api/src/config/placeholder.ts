const placeholders = [
  /^<.*>$/,
  /change.?(?:me|it|this)/i,
  /replace.?(?:me|it|this)/i,
  /(?:your|my|some|the|a).?(?:own.?)?(?:password|secret)/i,
  /^(?:todo|fixme|none|null|undefined|example|placeholder|x+|\.+|\*+)$/i,
];

/** Whether a secret is a placeholder of a template that was not replaced. */
export const isPlaceholder = (secret: string): boolean =>
  placeholders.some((placeholder) => placeholder.test(secret.trim()));
