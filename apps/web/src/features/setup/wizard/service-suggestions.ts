interface Suggestion {
  name: string;
  minutes: number;
}

const byType: readonly [RegExp, readonly Suggestion[]][] = [
  [
    /vet|clinic|hospital/i,
    [
      { name: 'Consultation', minutes: 15 },
      { name: 'Vaccination and health check', minutes: 15 },
      { name: 'Scale and polish', minutes: 60 },
      { name: 'Nail clip', minutes: 15 },
    ],
  ],
  [
    /groom|salon|spa/i,
    [
      { name: 'Full groom', minutes: 90 },
      { name: 'Bath and brush', minutes: 60 },
      { name: 'Nail clip', minutes: 15 },
      { name: 'Puppy’s first groom', minutes: 45 },
    ],
  ],
  [
    /board|kennel|cattery|hotel/i,
    [
      { name: 'Meet and greet', minutes: 30 },
      { name: 'Drop-off', minutes: 15 },
      { name: 'Collection', minutes: 15 },
    ],
  ],
  [
    /day ?care|walk|sitt/i,
    [
      { name: 'Meet and greet', minutes: 30 },
      { name: 'Dog walk', minutes: 60 },
      { name: 'Home visit', minutes: 30 },
    ],
  ],
  [
    /train|behavio/i,
    [
      { name: 'First consultation', minutes: 90 },
      { name: 'Training session', minutes: 60 },
      { name: 'Puppy class', minutes: 60 },
    ],
  ],
];

const forAnybody: readonly Suggestion[] = [
  { name: 'Consultation', minutes: 30 },
  { name: 'Follow-up', minutes: 15 },
];

/** Services that a type of practice often offers. Prices are the practice's own, so none is suggested. */
export const suggestedServices = (businessType: string | null): readonly Suggestion[] =>
  byType.find(([pattern]) => pattern.test(businessType ?? ''))?.[1] ?? forAnybody;
