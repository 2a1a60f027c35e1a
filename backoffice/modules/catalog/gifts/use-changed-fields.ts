import type { ChangedField } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import {
  giftFieldName,
  giftFieldValue,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useCatalogueNames } from '#backoffice/modules/catalog/use-catalog-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Fields of a gift with their stored values, as its history shows them. */
export function useChangedFields(gift: Gift): (fields: readonly (keyof Gift)[]) => ChangedField[] {
  const t = useTranslate()
  const names = useCatalogueNames()
  const relatedNames = gift.cross_selling.map(({ id, name }) => [id, name] as const)
  /** Named things are stored by their ids, variants by their codes. */
  const idsIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(idsIn)
    if (typeof value !== 'object' || value === null) return value
    if ('sku' in value) return value.sku
    return 'id' in value ? value.id : value
  }
  return (fields) =>
    fields.map((field) => ({
      field,
      label: field === 'articles' ? t('variants') : giftFieldName(t, `gift.${field}`),
      now: giftFieldValue(
        t,
        `gift.${field}`,
        idsIn(gift[field]),
        new Map([...names, ...relatedNames]),
      ),
    }))
}
