/** The categories of the settings, in order; the id is `category` in the address. */
export const settingsCategories = [
  { id: 'practice', label: 'Practice', about: 'Name, contact, VAT, logo, portal address' },
  { id: 'hours', label: 'Opening hours', about: 'When you are open, day by day' },
  { id: 'rota', label: 'Rota', about: 'Who works when, shifts and absences' },
  { id: 'holidays', label: 'Holidays', about: 'Days you are closed' },
  { id: 'booking', label: 'Booking rules', about: 'Slots, gaps, deposit, moves, refunds, portal' },
  {
    id: 'online-booking',
    label: 'Online booking',
    about: 'Your public booking page, and the widget for your website',
  },
  { id: 'services', label: 'Services', about: 'What you offer, prices and durations' },
  { id: 'resources', label: 'Rooms & equipment', about: 'Consulting rooms, tables, machines, kennels' },
  { id: 'species', label: 'Species', about: 'The animals you treat' },
  { id: 'fields', label: 'Custom fields', about: 'What you record for each appointment' },
  { id: 'medicines', label: 'Medicines', about: 'Vaccines and medicines, and the batches you gave' },
  { id: 'note-templates', label: 'Note templates', about: 'Templates and quick texts for visit notes' },
  { id: 'team', label: 'Team', about: 'People, roles and invitations' },
  { id: 'security', label: 'Sign-in and security', about: 'Two-step sign-in, and who hasn’t set it up' },
  {
    id: 'single-sign-on',
    label: 'Single sign-on',
    about: 'Sign in with Microsoft, Google or your own provider',
  },
  { id: 'messages', label: 'Messages', about: 'Texts and emails to clients, and when they’re sent' },
  { id: 'reply-templates', label: 'Reply templates', about: 'Texts for messages that you write to clients' },
  { id: 'recalls', label: 'Recalls', about: 'Care that animals need regularly, and the messages about it' },
  { id: 'integrations', label: 'Integrations', about: 'API keys, webhooks, calendars' },
  { id: 'regional', label: 'Region', about: 'Time zone, language, currency, week' },
  { id: 'data', label: 'Your data', about: 'Import clients, export everything' },
  { id: 'subscription', label: 'Subscription', about: 'Trial and subscription' },
  { id: 'account', label: 'My account', about: 'Password, two-step sign-in and sessions' },
  { id: 'audit', label: 'Audit log', about: 'Who changed what, and when' },
] as const;

export type SettingsCategory = (typeof settingsCategories)[number];
export type SettingsCategoryId = SettingsCategory['id'];

/** The category with a name from an address or a link; null if it does not exist. */
export const categoryNamed = (name: unknown): SettingsCategory | null =>
  settingsCategories.find(({ id }) => id === name) ?? null;
