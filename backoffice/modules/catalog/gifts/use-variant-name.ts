import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'

/** Names a variant by its options, such as 'Large, green'. Empty for a gift without options. */
export function useVariantName(gift: Gift) {
  const { data } = useQuery(staffQuery('attributeNames', {}))
  return ({ values }: Pick<Gift['articles'][number], 'values'>) =>
    values
      .map((id, index) => {
        const dimension = data?.dimensions.find((item) => item.id === gift.dimensions[index])
        return dimension?.values.find((value) => value.id === id)?.name ?? id
      })
      .filter(Boolean)
      .join(', ')
}
