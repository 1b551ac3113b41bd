export { feedContent, feedState, feedText } from './feed.ts';
export { endFeedsOf, endFeedsOfOthers } from './service.ts';
