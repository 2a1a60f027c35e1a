import type { StockStatus } from '#domain/inventory/stock-status.ts'
import type { Language } from '#domain/language.ts'
import dutch from '#server/modules/catalog/messages/nl.json' with { type: 'json' }
import english from '#server/modules/catalog/messages/en.json' with { type: 'json' }
import french from '#server/modules/catalog/messages/fr.json' with { type: 'json' }
import german from '#server/modules/catalog/messages/de.json' with { type: 'json' }
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'

type ShownStatus = StockStatus | 'gone'

/** Defaults until the channel's websitetranslationcomponents contain their own text. */
const DEFAULTS: Record<Language, typeof dutch> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

const KEYS = {
  'in-stock': 'stock_in_stock',
  'few-left': 'stock_few_left',
  'sold-out': 'stock_sold_out',
  gone: 'stock_gone',
} as const satisfies Record<ShownStatus, string>

export function stockText(catalog: LocalizedCatalog, status: ShownStatus): string {
  const key = KEYS[status]
  return (
    catalog.componentText('websitetranslationcomponents', key) ?? DEFAULTS[catalog.language][key]
  )
}
