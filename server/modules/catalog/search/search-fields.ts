/**
 * The field of a match counts more than its fit: name before brand, tag, description. `keyword` is a
 * word that editors added to the gift, `keywordHead` and `keywordPart` a word of such a phrase.
 */
export const FIELDS = {
  description: 0,
  keywordPart: 1,
  tags: 2,
  brand: 3,
  /** After the first preposition or article of a name: 'a camera with a mirror' is no mirror. */
  nameLater: 4,
  name: 5,
  keywordHead: 6,
  keyword: 7,
  /** The word that says what the gift is: the last of 'set of braided cables', the first of 'lampe de bureau'. */
  nameHead: 8,
} as const

/** An occurrence of a word is a gift and a field: `gift << FIELD_BITS | field`. */
export const FIELD_BITS = 4
export const FIELD_MASK = 15
