import { useQueryParams, withParts } from '#backoffice/kit/router/address.tsx'

/** The query that takes the selected channel along to another page. */
export function useChannelAlong(): string {
  const [asked] = useQueryParams()
  const channel = asked.get('channel')
  return channel === null ? '' : `?${withParts(new URLSearchParams(), { channel })}`
}
