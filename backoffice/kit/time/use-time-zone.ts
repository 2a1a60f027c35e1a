import { useQuery } from '@tanstack/react-query'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'

/**
 * The time zone of a page: the zone of the given channel, else of the page's channel, else of the back office. Never
 * the zone of the user's computer.
 */
export function useTimeZone(channel?: string | null): string {
  const [query] = useQueryParams()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const wanted = channel ?? query.get('channel')
  return data?.items.find(({ id }) => id === wanted)?.time_zone ?? DEFAULT_ZONE
}
