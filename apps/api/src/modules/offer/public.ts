export { bookOffer, canMoveTo, endOffer, isLive, isOpen, promiseOf } from './outcome.ts';
export {
  insertOffer,
  lockOffer,
  lockOfferOfDeposit,
  lockOpenOfferOf,
  lockOpenOffers,
  setDeposit,
  type Offer,
} from './repository.ts';
