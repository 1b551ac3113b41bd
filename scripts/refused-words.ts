/**
 * Phrases to avoid in texts for people, with alternatives. They are correct English, but make a reader stumble or hide
 * the word that they would search for. `only` limits a phrase to the files whose path begins so.
 */
export const refusedWords: readonly { phrase: RegExp; better: string; only?: string }[] = [
  { phrase: /\bwhoever\b/i, better: 'name the person: the client, your administrator' },
  { phrase: /\bnobody\b/i, better: 'No activity …, No failed messages' },
  { phrase: /\bsomebody\b/i, better: 'name the person, or someone else' },
  { phrase: /\bby itself\b/i, better: 'automatically' },
  { phrase: /\b(?:is|are) told\b/i, better: 'the client gets a message, we notify the client' },
  { phrase: /\bcom(?:e|es|ing) to nothing\b/i, better: 'fail' },
  { phrase: /\bmend(?:s|ed|ing)?\b/i, better: 'fix, correct' },
  { phrase: /\bput aside\b/i, better: 'dismiss' },
  { phrase: /\b(?:take|takes|taken|taking) (?:this \w+ )?back\b/i, better: 'void a payment, undo a change' },
  { phrase: /\b(?:hand|handed|pass) (?:it |them )?on\b/i, better: 'send, share, forward' },
  { phrase: /\bso far\b/i, better: 'leave it out, or yet' },
  { phrase: /\banew\b/i, better: 'again' },
  { phrase: /\bwhere there is one\b/i, better: 'if there is one' },
  { phrase: /\bas they like\b/i, better: 'following their preferences' },
  { phrase: /\b(?:what|rest) is open\b|\bstays open\b|\bstill to pay\b/i, better: 'balance due' },
  { phrase: /\b(?:take|taken|takes) out of use\b|\buse again\b/i, better: 'archive, restore' },
  { phrase: /\bring us\b|\bring the client\b/i, better: 'call us, call the client' },
  { phrase: /\bby now\b/i, better: 'leave it out, or already' },
  { phrase: /\bnot well\b|\bare well\b/i, better: 'passed, failed' },
  { phrase: /\bis not there\b|\bare not there\b/i, better: 'not found' },
  { phrase: /\bon (?:its|their) way\b/i, better: 'in progress, queued' },
  { phrase: /\bfalls? outside\b/i, better: 'is outside, would be outside' },
  {
    phrase: /\b(?:comes?|goes) back\b|\bback where it was\b/i,
    better: 'is returned, is refunded, moved back',
  },
  { phrase: /\bin vain\b/i, better: 'without success' },
  { phrase: /\bwhat becomes of\b|\bwhat happens to it\b/i, better: 'name the outcome' },
  { phrase: /\banother \w+ than\b/i, better: 'a different …' },
  { phrase: /\bcan not\b/i, better: 'cannot' },
  { phrase: /\bsecond factor\b/i, better: 'two-step sign-in', only: 'apps/web/' },
];
