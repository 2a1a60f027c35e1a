import type { Language } from '#domain/language.ts'

/** Button texts that courts accept for an order with an obligation to pay. */
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
 * The text of the order button. If a card payment is due, the law prescribes the text. Otherwise the editors' text is
 * used, unless it mentions payment.
 */
export function orderButton(order: {
  dueCents: number
  language: Language
  editorText: string
}): string {
  if (order.dueCents > 0) return OBLIGED_TO_PAY[order.language]
  const text = order.editorText.trim()
  return text === '' || MENTIONS_PAYING.test(text) ? PLAIN_ORDER[order.language] : text
}
