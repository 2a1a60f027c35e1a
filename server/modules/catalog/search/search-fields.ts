/**
 * The field of a match counts more than its fit: name before brand, tag, description. SAID is an editors' name for
 * the gift, SAID_HEAD and SAID_PART a word of an editors' phrase.
 */
export const FIELDS = {
  description: 0,
  saidPart: 1,
  tags: 2,
  brand: 3,
  /** After the first preposition or article of a name: 'a camera with a mirror' is no mirror. */
  nameLater: 4,
  name: 5,
  saidHead: 6,
  said: 7,
  /** The word that says what the gift is: the last of 'set of braided cables', the first of 'lampe de bureau'. */
  nameHead: 8,
} as const

/** A place is a gift and a field: `gift << FIELD_BITS | field`. */
export const FIELD_BITS = 4
export const FIELD_MASK = 15
