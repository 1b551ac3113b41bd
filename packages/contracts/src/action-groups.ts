/** The parts of the product that actions belong to, in the order of the reference page, and what each is about. */
export const actionGroups = {
  Session: 'Signing in and out, passwords and the list of open sessions.',
  Practice:
    'The practice itself: its details, hours, holidays, services, species, message texts and audit log.',
  Appointments: 'The diary: appointments from request to invoice.',
  Clients: 'The people who bring animals.',
  Animals: 'The animals, their records and weights.',
  Import: 'Clients and animals brought along as CSV: upload, check, import and undo.',
  Files: 'Pictures and documents kept with clients, animals and appointments.',
  'Custom fields': 'Questions that the practice asks about its appointments, and the answers.',
  'Calendar feeds': 'Addresses at which calendar programs read appointments.',
  Payments: 'Money taken and given back, and what clients owe.',
  Messages: 'Text messages and emails to clients, and what became of them.',
  Notifications: 'What the desk is told of, as it happens.',
  Reports: 'Revenue, appointments, clients and services over a period.',
  'Data protection': 'Taking everything along, and erasing a client for good.',
  Team: 'The people who work at the practice, and how they join it.',
  Integrations: 'Keys with which other programs use the practice’s data.',
  Webhooks: 'What a practice’s other systems are told of by themselves, and what became of it.',
  Subscription: 'The practice’s trial and subscription.',
  'Portal access': 'How pet owners sign up and in.',
  Portal: 'What pet owners do once they are signed in.',
  Superadmin: 'For whoever runs the installation.',
} as const;

export type ActionGroup = keyof typeof actionGroups;
