/** Colours that are easy to tell apart in a calendar without being loud. */
export const palette: readonly { name: string; colour: string }[] = [
  { name: 'Fern', colour: '#3f7d5c' },
  { name: 'Sage', colour: '#7d9b76' },
  { name: 'Lagoon', colour: '#2f7f86' },
  { name: 'Sky', colour: '#4a82b4' },
  { name: 'Indigo', colour: '#3d5a99' },
  { name: 'Plum', colour: '#7a4f8f' },
  { name: 'Rose', colour: '#b0587a' },
  { name: 'Brick', colour: '#a8503c' },
  { name: 'Amber', colour: '#b9802f' },
  { name: 'Slate', colour: '#5f6b70' },
];
