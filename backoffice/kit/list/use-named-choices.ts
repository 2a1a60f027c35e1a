import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Choice } from '#backoffice/kit/list/list-definition.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'

const MOST_CHOICES = 200

/**
 * The choices of a filter, by name: the first employers or campaigns, and the one that the address names, which may be
 * beyond these.
 */
export function useNamedChoices(of: 'employers' | 'campaigns', filter: string): Choice[] {
  const query = useQueryParams()[0].get(filter)
  const all = useQuery(staffQuery(of, { sort: 'name', limit: MOST_CHOICES }))
  const own = useQuery({ ...staffQuery(of, { ids: query ?? '' }), enabled: query !== null })
  return useMemo(
    () => [
      ...new Map(
        [...(all.data?.items ?? []), ...(own.data?.items ?? [])].map(({ id, name }) => [
          id,
          { value: id, name },
        ]),
      ).values(),
    ],
    [all.data, own.data],
  )
}
