import { useQuery } from '@tanstack/react-query'

import { useAsked } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'

/**
 * The clocks that a page tells its moments by: those of the channel that is meant, else of the one that the page is
 * about, else those of the back office itself. Never those of the machine that it is read at.
 */
export function useZone(channel?: string | null): string {
  const [asked] = useAsked()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const wanted = channel ?? asked.get('channel')
  return data?.items.find(({ id }) => id === wanted)?.time_zone ?? DEFAULT_ZONE
}
