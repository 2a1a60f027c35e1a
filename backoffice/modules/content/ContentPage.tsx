import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { contentList, type ShownChannel } from '#backoffice/modules/content/content-list.tsx'
import { FoundImages } from '#backoffice/modules/content/editor/FoundImages.tsx'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The most channels shown side by side. The channel switch chooses another channel. */
const MAX_CHANNELS = 5

/** All content of the shop: search, missing translations and open changes. */
export function ContentPage() {
  const t = useTranslate()
  const [query] = useQueryParams()
  const search = query.get('search') ?? ''
  const { channels, error, onRetry } = useShownChannels(query.get('channel') ?? '')
  const list = useMemo(
    () => (channels ? contentList(t, { search, channels }) : null),
    [t, search, channels],
  )
  if (!list) return <PagePending title={t('tab.pages')} error={error} onRetry={onRetry} />
  return (
    <ListPage
      list={list}
      title="tab.pages"
      found={<FoundImages search={search.trim()} channel={query.get('channel')} />}
    />
  )
}

/** The chosen channel, or the first ones, each with the languages that it offers. */
function useShownChannels(chosen: string) {
  const t = useTranslate()
  const names = useQuery(staffQuery('channelNames', {}))
  const shown = useMemo(
    () =>
      (names.data?.items ?? [])
        .filter(({ id }) => chosen === '' || id === chosen)
        .slice(0, MAX_CHANNELS)
        .map(({ id, name }) => ({
          id,
          name: id === SHARED_CHANNEL ? t('channelShared') : name,
        })),
    [names.data, chosen, t],
  )
  const ids = shown.map(({ id }) => id).join(',')
  // The list does not wait for the languages.
  const { data } = useQuery({ ...staffQuery('channelList', { ids }), enabled: ids !== '' })
  const channels = useMemo(
    () =>
      shown.map((channel): ShownChannel => ({
        ...channel,
        languages: data?.items.find(({ id }) => id === channel.id)?.languages,
      })),
    [shown, data],
  )
  return {
    channels: names.data ? channels : null,
    error: names.error,
    onRetry: () => void names.refetch(),
  }
}
