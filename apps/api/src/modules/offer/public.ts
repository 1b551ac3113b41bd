export { bookOffer, endOffer, isOpen, promiseOf } from './outcome.ts';
export {
  insertOffer,
  lockOffer,
  lockOfferOfDeposit,
  lockOpenOffers,
  setDeposit,
  type Offer,
} from './repository.ts';
