export type SalutationKey =
  | 'salutation_good_night'
  | 'salutation_good_morning'
  | 'salutation_good_afternoon'
  | 'salutation_good_evening'

/** By the time of day on the recipient's device. */
export function salutationKey(hour: number): SalutationKey {
  if (hour < 6) return 'salutation_good_night'
  if (hour < 12) return 'salutation_good_morning'
  if (hour < 18) return 'salutation_good_afternoon'
  return 'salutation_good_evening'
}

/** Splits a greeting after four words, because the page shows the two parts in different font sizes. */
export function splitGreeting(text: string): [string, string] {
  const words = text.match(/\S+/g) ?? []
  return [words.slice(0, 4).join(' '), words.slice(4).join(' ')]
}
