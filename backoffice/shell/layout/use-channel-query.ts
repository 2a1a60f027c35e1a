import { useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'

/** The query that takes the selected channel along to another page. */
export function useChannelQuery(): string {
  const [asked] = useQueryParams()
  const channel = asked.get('channel')
  return channel === null ? '' : `?${withQueryParams(new URLSearchParams(), { channel })}`
}
