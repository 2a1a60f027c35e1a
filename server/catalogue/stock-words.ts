import type { StockStatus } from '#domain/stock-status.ts'
import type { Language } from '#domain/language.ts'
import type { LanguageModel } from '#server/catalogue/language-model.ts'

/** Used until the content of websitetranslationcomponents says it in the channel's own words. */
const DEFAULTS: Record<StockStatus, Record<Language, string>> = {
  'in-stock': { nl: 'Op voorraad', en: 'In stock', de: 'Auf Lager', fr: 'En stock' },
  'few-left': {
    nl: 'Nog enkele beschikbaar',
    en: 'Only a few left',
    de: 'Nur noch wenige',
    fr: 'Plus que quelques-uns',
  },
  'sold-out': { nl: 'Uitverkocht', en: 'Sold out', de: 'Ausverkauft', fr: 'Épuisé' },
}

const KEYS: Record<StockStatus, string> = {
  'in-stock': 'stock_in_stock',
  'few-left': 'stock_few_left',
  'sold-out': 'stock_sold_out',
}

export function stockWords(words: LanguageModel, status: StockStatus): string {
  return (
    words.sentence('websitetranslationcomponents', KEYS[status]) ?? DEFAULTS[status][words.language]
  )
}
