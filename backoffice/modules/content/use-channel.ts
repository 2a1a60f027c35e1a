import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'

/** The channel in the address, else the first channel that the user may see. */
export function useChannel(): { id: string; name: string } | null {
  const [query, change] = useQueryParams()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const chosen = query.get('channel')
  const first = data?.items[0]?.id
  useEffect(() => {
    if ((chosen === null || chosen === '') && first !== undefined) {
      change({ channel: first }, { replace: true })
    }
  }, [chosen, first, change])
  if (chosen === null || chosen === '') return null
  return { id: chosen, name: data?.items.find(({ id }) => id === chosen)?.name ?? '' }
}

/** Keeps the previous data while another draft loads, but never shows data of another channel. */
export const dataOfSameChannel =
  (channel: string | undefined) =>
  <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    JSON.stringify(query?.queryKey ?? '').includes(`"channel":"${channel ?? ''}"`)
      ? before
      : undefined
