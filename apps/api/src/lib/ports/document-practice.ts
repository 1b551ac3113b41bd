/** The practice as printed on its documents. Missing texts are omitted. */
export interface DocumentPractice {
  name: string;
  /** Lines separated by line breaks, or one line with commas. */
  address: string | null;
  phone: string | null;
  email: string | null;
  /** `#rrggbb`; darkened if it is too light on paper. The product's green when null. */
  accentColour: string | null;
  /** BCP 47, such as 'en-GB'. */
  locale: string;
}
