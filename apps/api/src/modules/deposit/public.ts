export { checkDeposit } from './check.ts';
export { bookedWithDeposit, settleDeposit } from './settle.ts';
