export {
  bookOffer,
  canMoveTo,
  endOffer,
  endOfferByServer,
  isOpen,
  lookAtWaitlist,
  promiseOf,
  recordServerAct,
} from './outcome.ts';
export {
  clientNote,
  insertOffer,
  isLive,
  isLiveWant,
  isOfferPaying,
  lockOffer,
  lockOfferOfDeposit,
  lockOpenOfferOf,
  lockOpenOffers,
  offerHeldUntil,
  setDeposit,
  type Offer,
} from './repository.ts';
