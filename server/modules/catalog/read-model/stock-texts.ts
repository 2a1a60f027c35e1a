import type { StockStatus } from '#domain/inventory/stock-status.ts'
import type { Language } from '#domain/language.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'

/** Defaults until the channel's websitetranslationcomponents contain their own text. */
type Said = StockStatus | 'gone'

const DEFAULTS: Record<Said, Record<Language, string>> = {
  'in-stock': { nl: 'Op voorraad', en: 'In stock', de: 'Auf Lager', fr: 'En stock' },
  'few-left': {
    nl: 'Nog enkele beschikbaar',
    en: 'Only a few left',
    de: 'Nur noch wenige',
    fr: 'Plus que quelques-uns',
  },
  'sold-out': { nl: 'Uitverkocht', en: 'Sold out', de: 'Ausverkauft', fr: 'Épuisé' },
  gone: {
    nl: 'Niet meer in de winkel',
    en: 'No longer in the shop',
    de: 'Nicht mehr im Shop',
    fr: 'Plus dans la boutique',
  },
}

const KEYS: Record<Said, string> = {
  'in-stock': 'stock_in_stock',
  'few-left': 'stock_few_left',
  'sold-out': 'stock_sold_out',
  gone: 'stock_gone',
}

export function stockText(words: LanguageModel, status: Said): string {
  return (
    words.sentence('websitetranslationcomponents', KEYS[status]) ?? DEFAULTS[status][words.language]
  )
}
