/** The parts of the product that actions belong to, in the order of the reference page, and what each is about. */
export const actionGroups = {
  Session: 'Signing in and out, passwords and the list of open sessions.',
  'Identity providers': 'Single sign-on: signing in with a provider, and setting it up.',
  Practice:
    'The practice itself: its details, hours, holidays, services, rooms and equipment, species, message texts and audit log.',
  Appointments: 'The diary: appointments from request to invoice.',
  Waitlist: 'The waitlist, and offers of times that come free.',
  Recalls: 'Care that animals need regularly: recall types, due dates and recall messages.',
  Rota: 'Who works when: working hours, shifts and absences.',
  Clients: 'Pet owners and their details.',
  Animals: 'The animals, their details and weights.',
  'Health records':
    'Notes, vaccinations, treatments and prescriptions, and the practice’s medicines and note templates.',
  Import: 'Import of clients and animals from CSV: upload, check, import and undo.',
  Files: 'Pictures and documents kept with clients, animals and appointments.',
  'Custom fields': 'Custom fields of appointments, and their answers.',
  'Calendar feeds': 'Calendar addresses that calendar apps subscribe to.',
  Payments: 'Payments, refunds and client balances.',
  Messages: 'Text messages and emails to clients, their delivery, and reply templates.',
  Notifications: 'Staff notifications, live.',
  Reports: 'Revenue, appointments, clients and services over a period.',
  'Data protection': 'Exporting all data, and erasing a client permanently.',
  Team: 'The people who work at the practice, and how they join it.',
  Integrations: 'API keys for other programs.',
  Webhooks: 'Outgoing webhooks and their deliveries.',
  Subscription: 'The practice’s trial and subscription.',
  'Online booking': 'The public booking page of a practice, without signing in.',
  'Portal access': 'How pet owners sign up and sign in.',
  Portal: 'What pet owners do once they are signed in.',
  Superadmin: 'For the operator of the installation.',
} as const;

export type ActionGroup = keyof typeof actionGroups;
