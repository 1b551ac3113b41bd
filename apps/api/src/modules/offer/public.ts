export { bookOffer, canMoveTo, endOffer, isOpen, promiseOf } from './outcome.ts';
export {
  insertOffer,
  lockOffer,
  lockOfferOfDeposit,
  lockOpenOfferOf,
  lockOpenOffers,
  setDeposit,
  type Offer,
} from './repository.ts';
