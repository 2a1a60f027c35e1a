import type { Language } from '#domain/language.ts'
import dutch from '#server/modules/fulfilment/suppliers/messages/nl.json' with { type: 'json' }
import english from '#server/modules/fulfilment/suppliers/messages/en.json' with { type: 'json' }
import french from '#server/modules/fulfilment/suppliers/messages/fr.json' with { type: 'json' }
import german from '#server/modules/fulfilment/suppliers/messages/de.json' with { type: 'json' }

/** A language without one of the texts does not compile. */
export type SupplierTexts = typeof dutch

export const SUPPLIER_TEXTS: Record<Language, SupplierTexts> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}
