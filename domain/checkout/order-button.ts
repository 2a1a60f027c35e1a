import type { Language } from '#domain/language.ts'

/** The words that courts have accepted for an order that has to be paid. */
const OBLIGED_TO_PAY: Record<Language, string> = {
  nl: 'Bestellen en betalen',
  en: 'Order and pay',
  de: 'Zahlungspflichtig bestellen',
  fr: 'Commande avec obligation de paiement',
}

const PLAIN_ORDER: Record<Language, string> = {
  nl: 'Bestellen',
  en: 'Place order',
  de: 'Bestellen',
  fr: 'Commander',
}

const MENTIONS_PAYING = /betaa?l|afreken|\bpa(?:y|id)|zahl|\bpai(?:e|é)|\bpayé|règle|€|\beuros?\b/iu

/**
 * What stands on the button that orders. With euros due the law chooses the words, whatever the editors
 * wrote; without, theirs stand as long as they do not speak of paying.
 */
export function orderButton(order: {
  dueCents: number
  language: Language
  written: string
}): string {
  if (order.dueCents > 0) return OBLIGED_TO_PAY[order.language]
  const written = order.written.trim()
  return written === '' || MENTIONS_PAYING.test(written) ? PLAIN_ORDER[order.language] : written
}
