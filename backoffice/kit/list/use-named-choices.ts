import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Choice } from '#backoffice/kit/list/list-definition.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'

const MAX_CHOICES = 200

/**
 * The choices of a filter: the first employers or campaigns by name, and the chosen one of the address, which may not
 * be among the first.
 */
export function useNamedChoices(entity: 'employers' | 'campaigns', filter: string): Choice[] {
  const chosenId = useQueryParams()[0].get(filter)
  const first = useQuery(staffQuery(entity, { sort: 'name', limit: MAX_CHOICES }))
  const chosen = useQuery({
    ...staffQuery(entity, { ids: chosenId ?? '' }),
    enabled: chosenId !== null,
  })
  return useMemo(
    () => [
      ...new Map(
        [...(first.data?.items ?? []), ...(chosen.data?.items ?? [])].map(({ id, name }) => [
          id,
          { value: id, name },
        ]),
      ).values(),
    ],
    [first.data, chosen.data],
  )
}
