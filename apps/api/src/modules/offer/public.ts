export { bookOffer, endOffer, isOpen, lookAtWaitlist, promiseOf } from './outcome.ts';
export {
  insertOffer,
  lockOffer,
  lockOfferOfDeposit,
  lockOpenOffers,
  setDeposit,
  type NewOffer,
  type Offer,
} from './repository.ts';
