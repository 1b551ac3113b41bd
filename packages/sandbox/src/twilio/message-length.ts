/** The GSM alphabet; any other character makes the whole text cost more. */
const gsmText =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const gsmDouble = /[\^{}\\[~\]|€]/g;

/** The number of segments that a text is sent and billed as. */
export function segmentsOf(body: string): number {
  const isGsm = gsmText.test(body);
  const length = body.length + (isGsm ? (body.match(gsmDouble)?.length ?? 0) : 0);
  const [alone, each] = isGsm ? [160, 153] : [70, 67];
  return length <= alone ? 1 : Math.ceil(length / each);
}
